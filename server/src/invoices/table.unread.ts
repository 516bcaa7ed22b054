import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Invoices } from '../platform/db/types.ts'

type InvoiceRow = Selectable<Invoices>

/** How often, and how far apart, BTCPay must report an invoice as unknown before we believe it. */
const looks = 3
const lookAgain = '30 minutes'
/** After that it is checked once a day, because a restored BTCPay may be restored again. */
const lookLater = '1 day'
const lookFor = '30 days'

/**
 * Schedules the next read of an invoice after a failed one, with growing delays, so that the others don't wait for
 * it.
 */
export const markInvoiceUnread = async (db: Db, merchantId: number, invoiceId: string) => {
  await sql`
    update invoices set read_failures = read_failures + 1,
      check_due_at = app_now() + make_interval(secs => least(3600, 10 * 2 ^ least(read_failures, 10)))
    where merchant_id = ${merchantId} and invoice_id = ${invoiceId}`.execute(db)
}

/** Schedules a read of invoices that a webhook named and that there was no time to read. */
export const markReadSoon = async (tx: Tx, merchantId: number, invoiceIds: readonly string[]) => {
  if (invoiceIds.length === 0) return
  await sql`
    update invoices set check_due_at = app_now()
    where merchant_id = ${merchantId} and invoice_id = any(${[...invoiceIds]}::text[]) and due_at is null
      and (check_due_at is null or check_due_at > app_now())`.execute(tx)
}

/** Counts that BTCPay does not know this invoice. */
export const markInvoiceUnknown = async (
  tx: Tx,
  merchantId: number,
  invoiceId: string,
): Promise<{ isGone: boolean } | undefined> => {
  const { rows } = await sql<{ isGone: boolean }>`
    update invoices set unknown_since = coalesce(unknown_since, app_now()), unknown_looks = unknown_looks + 1, read_failures = 0,
      check_due_at = case
        when unknown_looks + 1 < ${looks} then app_now() + ${sql.lit(lookAgain)}::interval
        when coalesce(expires_at, created_at) + ${sql.lit(lookFor)}::interval > app_now()
          then app_now() + ${sql.lit(lookLater)}::interval end
    where merchant_id = ${merchantId} and invoice_id = ${invoiceId}
    returning unknown_looks >= ${looks} and unknown_since <= app_now() - ${sql.lit(lookAgain)}::interval as is_gone`.execute(
    tx,
  )
  return rows[0]
}

/**
 * Ends an invoice that BTCPay no longer knows, by our own records of its payments. Nothing is decided while a payment
 * waits for its first block. Returns the invoice if it ended now.
 */
export const endUnknownInvoice = async (
  tx: Tx,
  merchantId: number,
  invoiceId: string,
): Promise<InvoiceRow | undefined> => {
  const { rows } = await sql<InvoiceRow>`
    update invoices i set status = p.status, failure = 'The payment server no longer knows this invoice.',
      paid_at = case when p.status = 'settled' then coalesce(i.paid_at, app_now()) else i.paid_at end
    from (
      select case when count(*) filter (where t.booked) > 0
          and sum(t.amount) filter (where t.booked) >= min(o.amount) then 'settled' else 'invalid' end as status,
        coalesce(bool_or(t.status = 'pending'), false) as waits
      from invoices o left join transactions t
        on t.merchant_id = o.merchant_id and t.invoice_id = o.invoice_id and t.type = 'incoming'
      where o.merchant_id = ${merchantId} and o.invoice_id = ${invoiceId}
    ) p
    where i.merchant_id = ${merchantId} and i.invoice_id = ${invoiceId} and i.status in ('new', 'processing') and not p.waits
    returning i.*`.execute(tx)
  return rows[0]
}

/** The invoice was read, so earlier failures are cleared. */
export const readAgain = { readFailures: 0, unknownSince: null, unknownLooks: 0, failure: null }
