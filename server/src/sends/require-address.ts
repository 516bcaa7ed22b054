import { sql } from 'kysely'
import type { NetworkName } from '../platform/bitcoin/networks.ts'
import { scriptOfAddress } from '../platform/bitcoin/script-of-address.ts'
import type { Db } from '../platform/db/connect.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { findStore } from '../stores/store.ts'
import { isAddressOfStore, spellingsOf } from '../stores/table.addresses.ts'

/** Below this an output is not relayed, to whatever kind of address. */
export const dustSats = 546n

/** Pay-to-anchor has an address too, but no owner: whoever comes first takes what it holds. */
const anchorScript = '51024e73'

/** An address of the configured network, exactly as it is written. */
export const requireAddress = (address: string, network: NetworkName, field = 'address'): string => {
  const script = scriptOfAddress(address, network)
  if (script !== undefined && script !== anchorScript) return address
  throw new ApiError('invalid-address', {
    message:
      network === 'mainnet'
        ? 'Please enter a valid Bitcoin address'
        : `Please enter a valid Bitcoin address of the ${network} network`,
    fields: [{ path: field, message: 'Please enter a valid Bitcoin address' }],
  })
}

/** Money that comes back to the wallet that it leaves has only cost a fee: it is a mistake. */
export const requireForeign = async (db: Db, storeRef: number, merchantId: number | null, address: string) => {
  await requireNotPlatforms(db, address)
  const { rows } = await sql`
    select from invoice_destinations
    where kind = 'address' and destination = any(${spellingsOf(address)}::text[]) and merchant_id = ${merchantId} limit 1`.execute(
    db,
  )
  if (rows.length > 0 || (await isAddressOfStore(db, storeRef, address))) {
    throw new ApiError('invalid-address', { message: 'This Bitcoin address is your own: it belongs to this wallet.' })
  }
}

/** Nobody pays the platform's own wallet by a send: it would pay for what it owes with its own coins. */
export const requireNotPlatforms = async (db: Db, address: string) => {
  const platform = await findStore(db, null)
  if (platform && (await isAddressOfStore(db, platform.id, address))) {
    throw new ApiError('invalid-address', {
      message: 'This Bitcoin address belongs to the platform’s own wallet. Please enter another one.',
    })
  }
}

export const requireNoDust = (amountSats: bigint) => {
  if (amountSats < dustSats) throw new ApiError('amount-too-small')
}
