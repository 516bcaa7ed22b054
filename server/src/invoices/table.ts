import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Invoices, Stores } from '../platform/db/types.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { isWaiting } from '../platform/workers/work-failures.ts'

export type InvoiceRow = Selectable<Invoices>

type NewInvoice = {
  merchantId: number
  orderId: string
  inputHash: string
  amount: string
  currency: string
  description: string | undefined
  customerEmail: string | undefined
  customerName?: string | undefined
  paymentLinkId?: number | undefined
  createdBy: string
  metadata?: Record<string, unknown> | undefined
  redirectUrl?: string | undefined
}

/**
 * If a process dies, others take over after this time. A running process renews its lease while it waits for the
 * engine.
 */
const leaseSeconds = 20
const renewMs = 5_000
const leasedUntil = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`

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
 */
export const beginInvoice = async (db: Db | Tx, invoice: NewInvoice): Promise<BegunInvoice | undefined> => {
  const { rows } = await sql<BegunRow>`
    select is_new, (store).id as store_ref, (store).server_url, (store).store_id, (store).api_key, (store).tag,
      (store).lightning, (store).lightning_available, (invoice).*
    from begin_invoice(${invoice.merchantId}, ${JSON.stringify(toBegun(invoice))}, ${leaseSeconds})`.execute(db)
  const [begun] = rows
  if (!begun) return undefined
  const { isNew, storeRef, serverUrl, storeId, apiKey, tag, lightning, lightningAvailable, ...row } = begun
  if (!isNew && row.inputHash !== invoice.inputHash) throw new ApiError('idempotency-key-reused')
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
  created_by: invoice.createdBy,
  metadata: invoice.metadata ?? {},
  redirect_url: invoice.redirectUrl,
})

export const findInvoiceByOrder = (db: Db | Tx, orderId: string): Promise<InvoiceRow> =>
  db.selectFrom('invoices').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow()

export const isOrderThere = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await tx.selectFrom('invoices').select('id').where('orderId', '=', orderId).executeTakeFirst()) !== undefined

/** Only one process at a time asks the engine. */
export const leaseInvoice = async (db: Db, id: number): Promise<boolean> => {
  const leased = await db
    .updateTable('invoices')
    .set({ leasedUntil })
    .where('id', '=', id)
    .where('status', '=', 'creating')
    .where((where) => where.or([where('leasedUntil', 'is', null), where('leasedUntil', '<', sql<Date>`now()`)]))
    .returning('id')
    .executeTakeFirst()
  return leased !== undefined
}

/** Renews the lease on the invoice for as long as the work on it takes. */
export const holdInvoice = async <T>(db: Db, id: number, work: () => Promise<T>): Promise<T> => {
  const renewal = setInterval(() => void setLease(db, id, leasedUntil).catch(() => undefined), renewMs)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
  }
}

/** Releases the lease, so that the next request doesn't have to wait. */
export const releaseInvoice = (db: Db, id: number) => setLease(db, id, null)

const setLease = (db: Db, id: number, until: typeof leasedUntil | null) =>
  db.updateTable('invoices').set({ leasedUntil: until }).where('id', '=', id).where('status', '=', 'creating').execute()

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

export const markRenewed = (tx: Tx, id: number, renewedBy: string) =>
  tx.updateTable('invoices').set({ renewedBy }).where('id', '=', id).where('renewedBy', 'is', null).execute()

/** Metadata belongs to the shop, so the shop may replace it. */
export const replaceMetadata = (tx: Tx, id: number, metadata: Record<string, unknown>) =>
  tx
    .updateTable('invoices')
    .set({ metadata: JSON.stringify(metadata) })
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

/** Invoices that have been in creation longer than any request takes, and that no process works on. */
export const findUnfinished = async (
  db: Db,
  most: number,
  oldMinutes: number,
  lane: string | null = null,
): Promise<{ invoice: InvoiceRow; isOld: boolean }[]> => {
  const rows = await db
    .selectFrom('invoices')
    .selectAll()
    .select(sql<boolean>`created_at < app_now() - make_interval(mins => ${oldMinutes})`.as('isOld'))
    .where('status', '=', 'creating')
    .where('createdAt', '<', sql<Date>`app_now() - interval '1 minute'`)
    .where((where) => where.or([where('leasedUntil', 'is', null), where('leasedUntil', '<', sql<Date>`now()`)]))
    .where(
      sql<boolean>`(${lane}::text is null or exists (
        select from stores s where s.merchant_id = invoices.merchant_id and store_lane(s) = ${lane}))`,
    )
    .where((where) => where.not(isWaiting('finish-invoices', sql`invoices.id::text`)))
    .orderBy('createdAt')
    .limit(most)
    .execute()
  return rows.map(({ isOld, ...invoice }) => ({ invoice, isOld }))
}
