import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Invoices, Stores } from '../platform/db/types.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { leaseSeconds } from './table.leases.ts'

export type InvoiceRow = Selectable<Invoices>

type NewInvoice = {
  merchantId: number
  orderId: string
  inputHash: string
  amount: string | null
  currency: string
  description: string | undefined
  customerEmail: string | undefined
  customerName?: string | undefined
  paymentLinkId?: number | undefined
  linkQuantity?: number | undefined
  createdBy: string
  metadata?: Record<string, unknown> | undefined
  redirectUrl?: string | undefined
  options?: object | undefined
}

/** The store in which a merchant's invoices are created. Its key is sealed. */
type IssuingStore = Pick<
  Selectable<Stores>,
  'id' | 'status' | 'serverUrl' | 'storeId' | 'apiKey' | 'tag' | 'lightning' | 'lightningAvailable'
>

export type BegunInvoice = { row: InvoiceRow; isNew: boolean; store: IssuingStore }

type BegunRow = InvoiceRow & Omit<IssuingStore, 'id' | 'status'> & { isNew: boolean; storeRef: number }

/**
 * Saves the invoice before the engine is asked for it, in one round trip with the lookup of the store. The caller that
 * created the row may ask the engine first. The same order is found again, and a different order with the same id is
 * refused. Saves nothing if the merchant has no ready store.
 *
 * It does not wait for the disk. What follows is written after it and does wait, so an answered invoice is never lost.
 * If the database's machine fails in between, the engine has an invoice that nobody has seen.
 */
export const beginInvoice = async (db: Db | Tx, invoice: NewInvoice): Promise<BegunInvoice | undefined> => {
  const { rows } = await sql<BegunRow>`
    select is_new, (store).id as store_ref, (store).server_url, (store).store_id, (store).api_key, (store).tag,
      (store).lightning, (store).lightning_available, (invoice).*
    from set_config('synchronous_commit', 'off', true),
      begin_invoice(${invoice.merchantId}, ${JSON.stringify(toBegun(invoice))}, ${leaseSeconds})`.execute(db)
  const [begun] = rows
  if (!begun) return undefined
  const { isNew, storeRef, serverUrl, storeId, apiKey, tag, lightning, lightningAvailable, ...row } = begun
  if (!isNew && !isSameInput(row, invoice)) throw new ApiError('idempotency-key-reused')
  const store = {
    id: storeRef,
    status: 'ready' as const,
    serverUrl,
    storeId,
    apiKey,
    tag,
    lightning,
    lightningAvailable,
  }
  return { row, isNew, store }
}

/** Stands for the input of an invoice that was read back after a restore. */
export const readBackHash = 'read back'

/** The input of an invoice that was read back is lost, except for its price. */
const isSameInput = (row: InvoiceRow, { inputHash, amount, currency }: NewInvoice) => {
  if (row.inputHash === inputHash || inputHash === readBackHash) return true
  const isSamePrice = row.priceAmount === null ? amount === null : Number(row.priceAmount) === Number(amount)
  return row.inputHash === readBackHash && row.currency === currency && isSamePrice
}

/** The input of `begin_invoice`. */
const toBegun = (invoice: NewInvoice) => ({
  order_id: invoice.orderId,
  input_hash: invoice.inputHash,
  price_amount: invoice.amount,
  currency: invoice.currency,
  description: invoice.description,
  customer_email: invoice.customerEmail,
  customer_name: invoice.customerName,
  payment_link_id: invoice.paymentLinkId,
  link_quantity: invoice.linkQuantity,
  created_by: invoice.createdBy,
  metadata: invoice.metadata ?? {},
  redirect_url: invoice.redirectUrl,
  options: invoice.options ?? {},
  type: invoice.amount === null ? 'top-up' : 'standard',
})

export const findInvoiceByOrder = (db: Db | Tx, orderId: string): Promise<InvoiceRow> =>
  db.selectFrom('invoices').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow()

export const isOrderThere = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await tx.selectFrom('invoices').select('id').where('orderId', '=', orderId).executeTakeFirst()) !== undefined

export const failInvoice = (db: Db, id: number, failure: string) =>
  db
    .updateTable('invoices')
    .set({ status: 'failed', failure: failure.slice(0, 500), checkDueAt: null })
    .where('id', '=', id)
    .where('status', '=', 'creating')
    .execute()

/** Saves the engine's own message for admins. */
export const saveRefusal = (db: Db, id: number, detail: string) =>
  db
    .updateTable('invoices')
    .set({ failureDetail: detail.slice(0, 4000) })
    .where('id', '=', id)
    .where('status', '=', 'creating')
    .execute()

export const markMailed = (tx: Tx, id: number) =>
  tx.updateTable('invoices').set({ mailedAt: tx.now }).where('id', '=', id).execute()

/** Returns whether there was something to decide. */
export const markDealtWith = async (tx: Tx, merchantId: number, invoiceId: string): Promise<boolean> => {
  const marked = await tx
    .updateTable('invoices')
    .set({ dealtWithAt: tx.now })
    .where('merchantId', '=', merchantId)
    .where('invoiceId', '=', invoiceId)
    .where('state', 'in', ['overpaid', 'paid-late', 'partially-paid'])
    .where('dealtWithAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Finds an invoice of any merchant, for customers who know only its id. */
export const findAnyInvoice = (db: Db, invoiceId: string): Promise<InvoiceRow | undefined> =>
  db.selectFrom('invoices').selectAll().where('invoiceId', '=', invoiceId).executeTakeFirst()

/**
 * Until when customers may get a new price for an expired invoice: a day after it, or after the first of those that they
 * renewed before. Undefined if that is over, if it was paid or archived, or if the shop has issued another invoice for
 * its order.
 */
export const findRenewableUntil = async (db: Db, id: number): Promise<Date | undefined> => {
  const { rows } = await sql<{ until: Date }>`
    select coalesce(i.renewable_until, i.expires_at + interval '1 day') as until from invoices i
    where i.id = ${id} and i.status = 'expired' and i.paid_sats = 0 and i.archived_at is null
      and coalesce(i.renewable_until, i.expires_at + interval '1 day') > app_now()
      and not exists (select from invoices x where x.merchant_id = i.merchant_id and x.metadata ? 'orderId'
        and x.metadata ->> 'orderId' = i.metadata ->> 'orderId' and x.id > i.id and x.status <> 'failed')`.execute(db)
  return rows[0]?.until
}

export const markRenewed = async (
  tx: Tx,
  id: number,
  { renewedBy, renewableUntil }: { renewedBy: string; renewableUntil: Date },
) => {
  await tx.updateTable('invoices').set({ renewableUntil }).where('invoiceId', '=', renewedBy).execute()
  await tx.updateTable('invoices').set({ renewedBy }).where('id', '=', id).where('renewedBy', 'is', null).execute()
}

export const lockInvoice = (tx: Tx, merchantId: number, invoiceId: string): Promise<InvoiceRow | undefined> =>
  tx
    .selectFrom('invoices')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('invoiceId', '=', invoiceId)
    .forUpdate()
    .executeTakeFirst()

/** Metadata belongs to the shop, so the shop may replace it. An order ID is also one of the invoice's options. */
export const replaceMetadata = (tx: Tx, id: number, metadata: Record<string, unknown>) =>
  tx
    .updateTable('invoices')
    .set({
      metadata: JSON.stringify(metadata),
      options: sql`case when not options ? 'orderId' then options
        else jsonb_strip_nulls(options || jsonb_build_object('orderId', ${metadata['orderId'] ?? null}::text)) end`,
    })
    .where('id', '=', id)
    .execute()

/** Archived invoices leave a shop's lists. They are still read, because late payments are money as well. */
export const markArchived = (tx: Tx, id: number, isArchived: boolean) =>
  tx
    .updateTable('invoices')
    .set({ archivedAt: isArchived ? tx.now : null })
    .where('id', '=', id)
    .execute()

export const mostAtOnce = 200

/** A settled invoice is no longer read, so schedule a read when something happens to it. */
export const markReadDue = (tx: Tx, merchantId: number, invoiceId: string) =>
  tx
    .updateTable('invoices')
    .set({ checkDueAt: sql<Date>`app_now()` })
    .where('merchantId', '=', merchantId)
    .where('invoiceId', '=', invoiceId)
    .where('status', '=', 'settled')
    .execute()

/** Invoices that wait only for our own judgment of an unconfirmed payment are read again once that has confirmed. */
export const markHeldDue = (tx: Tx, merchantId: number, invoiceIds: readonly string[]) =>
  tx
    .updateTable('invoices')
    .set({ checkDueAt: sql<Date>`app_now()` })
    .where('merchantId', '=', merchantId)
    .where('invoiceId', 'in', invoiceIds)
    .where('status', '=', 'processing')
    .where(needsNoConfirmation)
    .execute()

const needsNoConfirmation = sql<boolean>`options ->> 'confirmations' = '0'`

/**
 * A sale that was accepted without a confirmation is confirming again while its payment is missing. Returns whether it
 * was.
 */
export const holdBack = async (tx: Tx, merchantId: number, invoiceId: string): Promise<boolean> => {
  const held = await tx
    .updateTable('invoices')
    .set({ status: 'processing', checkDueAt: sql<Date>`app_now()` })
    .where('merchantId', '=', merchantId)
    .where('invoiceId', '=', invoiceId)
    .where('status', '=', 'settled')
    .where('additionalStatus', '<>', 'marked')
    .where(needsNoConfirmation)
    .returning('id')
    .executeTakeFirst()
  return held !== undefined
}

type Standing = { status: 'settled' | 'processing' | 'invalid'; paidSats: bigint }

/**
 * BTCPay no longer checks a settled invoice, whatever happens to its payments. If a reorganization undoes them, the
 * invoice becomes processing or invalid, and settled again when they are back. Returns its state if this decides it.
 */
export const followChain = async (tx: Tx, merchantId: number, invoiceId: string): Promise<Standing | undefined> => {
  const { rows } = await sql<Standing>`
    update invoices i set paid_sats = p.standing_sats, status = case
        when not p.taken or p.booked >= i.amount * (1 - coalesce((i.options ->> 'paymentTolerance')::numeric, 0) / 100) then 'settled' when p.waiting then 'processing' else 'invalid' end
    from (
      select coalesce(sum(amount) filter (where booked), 0) as booked,
        coalesce(sum(amount * 100000000) filter (where status <> 'failed'), 0)::bigint as standing_sats,
        bool_or(bookings > 0 and not booked) or bool_and(status = 'failed') as taken,
        bool_or(bookings > 0 and not booked and status = 'pending') as waiting,
        bool_or(bookings > booked::int) or bool_and(status = 'failed') as undone
      from transactions
      where merchant_id = ${merchantId} and invoice_id = ${invoiceId} and type = 'incoming'
    ) p
    where i.merchant_id = ${merchantId} and i.invoice_id = ${invoiceId} and p.undone
      and i.paid_at is not null and i.additional_status <> 'marked' and i.status in ('settled', 'processing', 'invalid')
    returning i.status, i.paid_sats`.execute(tx)
  return rows[0]
}
