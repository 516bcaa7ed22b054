import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import { isWaiting } from '../platform/workers/work-failures.ts'

/** A payment hash that may still be paid, and who issued it: only they are asked. */
export type LateHash = {
  paymentHash: string
  invoiceId: string
  merchantId: number
  node: 'shared' | 'own'
  serverUrl: string | null
  storeId: string | null
}

/** Two merchants may name the same hash: each has its own attempts. */
export const itemOfHash = ({ merchantId, paymentHash }: LateHash) => `${merchantId}:${paymentHash}`

/** While one is being asked for, nobody else asks; should we die, it is due again after this. */
const askingLimit = '1 minute'
const pause = '5 minutes'

/** Takes some BOLT11s whose invoices are over, and which may still be paid at the node. */
export const claimLateHashes = async (tx: Tx, most: number, lane: string | null = null): Promise<LateHash[]> => {
  const { rows } = await sql<LateHash>`
    update invoice_destinations set check_due_at = app_now() + ${sql.lit(askingLimit)}::interval
    where (kind, destination, merchant_id) in (
      select kind, destination, merchant_id from invoice_destinations d
      where check_due_at <= app_now()
        and (${lane}::text is null or exists (select from stores s where s.merchant_id = d.merchant_id and store_lane(s) = ${lane})
          -- Nobody is left to be asked, which is soon found out.
          or (${lane} = 'platform' and not exists (select from stores s where s.merchant_id = d.merchant_id)))
        and not ${isWaiting('find-late-payments', sql`d.merchant_id || ':' || d.destination`)}
      order by check_due_at limit ${most} for update skip locked)
    returning destination as payment_hash, invoice_id, merchant_id, node, server_url, store_id`.execute(tx)
  return rows
}

/** Nothing more can come of it, or it is asked for again a little later. */
export const saveHashChecked = (tx: Tx, { merchantId, paymentHash }: LateHash, isOver: boolean) =>
  tx
    .updateTable('invoiceDestinations')
    .set({ checkDueAt: isOver ? null : sql<Date>`app_now() + ${sql.lit(pause)}::interval` })
    .where('kind', '=', 'payment-hash')
    .where('destination', '=', paymentHash)
    .where('merchantId', '=', merchantId)
    .execute()

/** What a late payment of an invoice is priced by. */
export const getInvoicePrice = (tx: Tx, invoiceId: string) =>
  tx
    .selectFrom('invoices')
    .select(['btcPrice', 'currency'])
    .where('invoiceId', '=', invoiceId)
    .executeTakeFirstOrThrow()

/**
 * BTCPay does not report it, so our own figures include it until BTCPay does. It is on record by now: an invoice is never
 * paid more than its payments on record, should BTCPay have reported it a moment ago after all.
 */
export const addLatePayment = async (tx: Tx, { merchantId, invoiceId }: LateHash, sats: bigint) => {
  await sql`
    update invoices i set late_sats = late_sats + ${sats}, paid_sats = least(paid_sats + ${sats}, (
        select sum(t.amount * 100000000)::bigint from transactions t
        where t.merchant_id = i.merchant_id and t.invoice_id = i.invoice_id and t.type = 'incoming' and t.status <> 'failed')),
      additional_status = case when status = 'expired' then 'paid-late' else additional_status end
    where i.merchant_id = ${merchantId} and i.invoice_id = ${invoiceId}`.execute(tx)
}
