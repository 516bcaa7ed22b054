import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Store } from './table.ts'

type Wallet = Pick<Store, 'id' | 'storeId'>
type Address = { address: string; keyPath?: string }

/** Saves addresses of a store's wallet: those issued and those that the wallet would issue next. */
export const saveAddresses = async (
  db: Db,
  { id, storeId }: Wallet,
  addresses: readonly Address[],
  { handedOut }: { handedOut: boolean },
) => {
  const rows = JSON.stringify(
    addresses.map(({ address, keyPath }) => ({ address, index: receiveIndexOf(keyPath) ?? null })),
  )
  await sql`
    insert into store_addresses as s (store_ref, store_id, address, receive_index, handed_out)
    select ${id}, ${storeId}, address, max(index), ${handedOut}
    from jsonb_to_recordset(${rows}::jsonb) as a (address text, index integer) group by address
    on conflict (store_ref, store_id, address) do update
      set handed_out = s.handed_out or excluded.handed_out, receive_index = coalesce(s.receive_index, excluded.receive_index)
    where (excluded.handed_out and not s.handed_out) or (s.receive_index is null and excluded.receive_index is not null)`.execute(
    db,
  )
}

/** Receiving addresses are on branch 0 of the account. The engine may put the account's own path before it. */
const receiveIndexOf = (keyPath: string | undefined): number | undefined => {
  const index = /(?:^|\/)0\/(\d{1,9})$/.exec(keyPath ?? '')?.[1]
  return index === undefined ? undefined : Number(index)
}

/** The highest index of an issued receiving address, and the highest known index, or -1. */
export const findAddressIndexes = async (db: Db, { id, storeId }: Wallet): Promise<{ used: number; known: number }> => {
  const { rows } = await sql<{ used: number; known: number }>`
    select coalesce((select max(receive_index) from store_addresses where store_ref = ${id} and store_id = ${storeId} and handed_out), -1) as used,
      coalesce((select max(receive_index) from store_addresses where store_ref = ${id} and store_id = ${storeId}), -1) as known`.execute(
    db,
  )
  return rows[0] ?? { used: -1, known: -1 }
}

/** Whether an address belongs to a store's wallet, as far as we know. */
export const isAddressOfStore = async (db: Db, storeRef: number, address: string): Promise<boolean> => {
  const spellings = spellingsOf(address)
  const { rows } = await sql`
    (select from store_coins where store_ref = ${storeRef} and address = any(${spellings}::text[]) limit 1)
    union all
    (select from store_addresses a join stores s on s.id = a.store_ref and s.store_id = a.store_id
      where a.store_ref = ${storeRef} and a.address = any(${spellings}::text[]) limit 1)`.execute(db)
  return rows.length > 0
}

/** The engine writes bech32 in lower case. It may be sent in capitals, as in QR codes. */
export const spellingsOf = (address: string) => [address, address.toLowerCase()]
