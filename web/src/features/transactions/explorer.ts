import type { Transaction } from '@bitquay/contract/transactions'
import * as t from './messages.ts'

/** Where a transaction or an address of this network can be looked up by anyone; nothing when there is no such place. */
export type Explorer = { addressOf: (txid: string) => string; placeOf: (bitcoinAddress: string) => string } | undefined

type Network = 'mainnet' | 'testnet' | 'signet' | 'regtest'

const places: Record<Network, string | undefined> = {
  mainnet: 'https://mempool.space/',
  testnet: 'https://mempool.space/testnet/',
  signet: 'https://mempool.space/signet/',
  regtest: undefined,
}

export const explorerOf = (status: { mode: 'sandbox' | 'live'; network: Network } | undefined): Explorer => {
  const place = status?.mode === 'live' ? places[status.network] : undefined
  return place
    ? { addressOf: (txid) => `${place}tx/${txid}`, placeOf: (bitcoinAddress) => `${place}address/${bitcoinAddress}` }
    : undefined
}

/** Why there is nothing to look up; undefined when there is. */
export const explainMissingExplorer = (
  explorer: Explorer,
  method: Transaction['paymentMethod'],
): string | undefined => {
  if (method === 'BTC-LN') return t.noExplorerLightning
  return explorer ? undefined : t.noExplorerSandbox
}
