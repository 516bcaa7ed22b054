import type { LightningAddress } from '@bitquay/contract/lightning-addresses'
import { bech32 } from '@scure/base'
import type { Config } from '../config.ts'
import type { AddressRow } from './table.ts'

type Site = Pick<Config, 'publicUrl'>

export const hostOf = ({ publicUrl }: Site) => new URL(publicUrl).host

/** Where wallets read what the address offers (LUD-16). */
export const urlOf = ({ publicUrl }: Site, name: string) => `${publicUrl}/.well-known/lnurlp/${name}`

/** The address as wallets read it from a code (LUD-01). */
const lnurlOf = (url: string) => bech32.encode('lnurl', bech32.toWords(Buffer.from(url)), false).toUpperCase()

export const presentAddress = (config: Site, row: AddressRow): LightningAddress => ({
  id: row.id,
  name: row.name,
  address: `${row.name}@${hostOf(config)}`,
  lnurl: lnurlOf(urlOf(config, row.name)),
  minSats: Number(row.minSats),
  maxSats: Number(row.maxSats),
  commentLength: row.commentLength,
  active: row.active,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
