import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { InvoiceRow } from './table.ts'

type NewDueInvoice = {
  merchantId: number
  orderId: string
  inputHash: string
  invoiceId: string
  priceAmount: string
  amountUsd: string | null
  currency: string
  description: string | null
  customerEmail: string | null
  customerName: string | null
  createdBy: string
  metadata: Record<string, unknown>
  redirectUrl: string | null
  options: object
  checkoutLink: string
  dueAt: Date
}

/** Saves an invoice with a due date. Undefined if the same order is saved already. */
export const insertDueInvoice = (tx: Tx, invoice: NewDueInvoice): Promise<InvoiceRow | undefined> =>
  tx
    .insertInto('invoices')
    .values({
      ...invoice,
      metadata: JSON.stringify(invoice.metadata),
      options: JSON.stringify(invoice.options),
      status: 'new',
      mayBeMarked: ['settled', 'invalid'],
      createdAt: tx.now,
    })
    .onConflict((conflict) => conflict.constraint('invoices_order_id_unique').doNothing())
    .returningAll()
    .executeTakeFirst()

export const getInvoiceById = (db: Db, id: number): Promise<InvoiceRow> =>
  db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Whether an invoice can be paid as it is. Most who open it find it so, and wait for nobody. */
export const hasLivePrice = async (db: Db, id: number): Promise<boolean> => {
  const { rows } = await sql`
    select from invoices where id = ${id} and status = 'new' and not recount_due and expires_at > app_now()
      and coalesce(bitcoin_address, lightning_invoice) is not null`.execute(db)
  return rows.length > 0
}

export const lockInvoice = (tx: Tx, id: number): Promise<InvoiceRow> =>
  tx.selectFrom('invoices').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Invoices whose payments or attempts have changed. They stay locked until the transaction ends. */
export const lockToRecount = (tx: Tx, merchantId: number): Promise<InvoiceRow[]> =>
  tx
    .selectFrom('invoices')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('recountDue', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute()

export const requestRecount = (tx: Tx, id: number) =>
  tx.updateTable('invoices').set({ recountDue: true }).where('id', '=', id).execute()

/** What follows from the attempts and payments of an invoice. */
export type DueValues = Pick<
  InvoiceRow,
  | 'status'
  | 'additionalStatus'
  | 'amount'
  | 'amountUsd'
  | 'btcPrice'
  | 'paidSats'
  | 'dueSats'
  | 'lateSats'
  | 'bitcoinAddress'
  | 'lightningInvoice'
  | 'missingMethods'
  | 'mayBeMarked'
  | 'expiresAt'
  | 'paidAt'
>

export const saveRecounted = (tx: Tx, id: number, values: Partial<DueValues>): Promise<InvoiceRow> =>
  tx
    .updateTable('invoices')
    .set({ ...values, recountDue: false })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Closes an open invoice, so that nobody can pay it anymore. Undefined if it isn't open. */
export const markClosed = (tx: Tx, id: number, status: 'settled' | 'invalid'): Promise<InvoiceRow | undefined> =>
  tx
    .updateTable('invoices')
    .set({
      status,
      additionalStatus: 'marked',
      closedAt: tx.now,
      recountDue: true,
      ...(status === 'settled' ? { paidAt: tx.now } : {}),
    })
    .where('id', '=', id)
    .where('dueAt', 'is not', null)
    .where('status', '=', 'new')
    .where('closedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

type ChangedValues = {
  priceAmount: string
  amountUsd: string | null
  currency: string
  description: string
  dueAt: Date
}

/** Saves other terms of an invoice that nobody has paid. With a later due date it isn't overdue anymore. */
export const saveChangedInvoice = (tx: Tx, id: number, values: ChangedValues): Promise<InvoiceRow> =>
  tx
    .updateTable('invoices')
    .set({
      ...values,
      overdueAt: sql`case when ${values.dueAt}::timestamptz > app_now() then null else overdue_at end`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Marks unpaid invoices whose due date has passed. Returns them. */
export const markOverdue = async (tx: Tx, most: number): Promise<InvoiceRow[]> => {
  const { rows } = await sql<InvoiceRow>`
    update invoices set overdue_at = app_now() where id in (
      select id from invoices
      where due_at <= app_now() and overdue_at is null and status = 'new' and due_at is not null
      order by due_at limit ${most} for update skip locked)
    returning *`.execute(tx)
  return rows
}

/** When the next unpaid invoice is overdue, or now if one must be computed again. */
export const dueDatesDueAt = sql`least(
  (select min(due_at) from invoices where due_at is not null and overdue_at is null and status = 'new'),
  (select app_now() from invoices where recount_due order by merchant_id limit 1))`

/** Merchants with an invoice that nobody has computed again, such as after a crash. */
export const findMerchantsToRecount = async (db: Db, most: number): Promise<number[]> => {
  const { rows } = await sql<{ merchantId: number }>`
    select distinct merchant_id from invoices where recount_due limit ${most}`.execute(db)
  return rows.map(({ merchantId }) => merchantId)
}
