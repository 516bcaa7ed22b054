import { sql } from 'kysely'
import type { NetworkName } from '../../platform/bitcoin/networks.ts'
import { scriptOfAddress } from '../../platform/bitcoin/script-of-address.ts'
import type { Db } from '../../platform/db/connect.ts'
import { ApiError } from '../../platform/http/api-error.ts'

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
  // The engine writes bech32 in small letters; it may be sent in capitals, as QR codes do.
  const spellings = [address, address.toLowerCase()]
  const { rows } = await sql`
    (select from store_coins where store_ref = ${storeRef} and address = any(${spellings}::text[]) limit 1)
    union all
    (select from invoice_destinations where kind = 'address' and destination = any(${spellings}::text[]) and merchant_id = ${merchantId} limit 1)`.execute(
    db,
  )
  if (rows.length > 0) {
    throw new ApiError('invalid-address', { message: 'This Bitcoin address is your own: it belongs to this wallet.' })
  }
}

export const requireNoDust = (amountSats: bigint) => {
  if (amountSats < dustSats) throw new ApiError('amount-too-small')
}
