import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

export type StoreBusiness = { sends: boolean; unsettledSends: boolean; invoices: boolean; payments: boolean }

/** What is still going on in a store: money on its way out or not yet deep, open invoices, payments without a block. */
export const findStoreBusiness = async (tx: Tx, storeRef: number, merchantId: number): Promise<StoreBusiness> => {
  const { rows } = await sql<StoreBusiness>`
    select exists (select from sends where store_ref = ${storeRef} and final_at is null
        and status in ('requested', 'signed', 'broadcast')) as sends,
      exists (select from sends where store_ref = ${storeRef} and final_at is null) as unsettled_sends,
      exists (select from invoices where merchant_id = ${merchantId} and status in ('creating', 'new', 'processing')) as invoices,
      exists (select from transactions where merchant_id = ${merchantId} and method = 'on-chain' and not final
        and status = 'pending') as payments`.execute(tx)
  return rows[0] ?? { sends: true, unsettledSends: true, invoices: true, payments: true }
}
