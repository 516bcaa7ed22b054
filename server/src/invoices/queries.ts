import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Db } from '../platform/db/connect.ts'
import { planKept } from '../platform/db/kept-plans.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { AttemptRow } from './table.attempts.ts'
import type { InvoiceRow } from './table.ts'

export const findInvoice = (db: Db | Tx, merchantId: number, invoiceId: string) =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('invoiceId', '=', invoiceId)
    .executeTakeFirst()

/** Which of these IDs of the engine we know, as invoices, attempts or deposit addresses. */
export const findKnownEngineIds = async (
  { db, invoiceNeighbors }: Pick<Deps, 'db' | 'invoiceNeighbors'>,
  engineIds: readonly string[],
): Promise<Set<string>> => {
  const ids = sql`any(${[...engineIds]}::text[])`
  const { rows } = await sql<{ id: string }>`
    select invoice_id as id from invoices where invoice_id = ${ids}
    union all select engine_invoice_id from invoice_attempts where engine_invoice_id = ${ids}
    union all ${invoiceNeighbors.deposits.engineIds(ids)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Reads several invoices of a merchant by their IDs. */
export const findInvoices = async (db: Db | Tx, merchantId: number, invoiceIds: readonly string[]) => {
  if (invoiceIds.length === 0) return new Map<string | null, InvoiceRow>()
  const rows = await db
    .selectFrom('invoices')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('invoiceId', 'in', invoiceIds)
    .execute()
  return new Map(rows.map((row) => [row.invoiceId, row]))
}

/** The payments of several invoices, oldest first. */
export const listPaymentsOfMany = (db: Db, merchantId: number, invoiceIds: readonly string[]) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('invoiceId', 'in', [...invoiceIds])
    .where('type', '=', 'incoming')
    .orderBy('id')
    .execute()

export const listInvoicePayments = (db: Db, invoiceId: string) =>
  db
    .selectFrom('transactions')
    .modifyFront(planKept)
    .selectAll()
    .where('invoiceId', '=', invoiceId)
    .where('type', '=', 'incoming')
    .orderBy('id')
    .execute()

/** Whether a merchant's own server names an invoice that it has named before, for something else. */
export const isEngineInvoiceKnown = async (
  { db, invoiceNeighbors }: Pick<Deps, 'db' | 'invoiceNeighbors'>,
  { id, merchantId }: AttemptRow,
  engineInvoiceId: string,
) => {
  const { rows } = await sql`
    (select from invoice_attempts
      where merchant_id = ${merchantId} and engine_invoice_id = ${engineInvoiceId} and id <> ${id})
    union all (select from invoices where merchant_id = ${merchantId} and invoice_id = ${engineInvoiceId})
    union all (${invoiceNeighbors.deposits.ofEngineInvoice(merchantId, engineInvoiceId)})`.execute(db)
  return rows.length > 0
}
