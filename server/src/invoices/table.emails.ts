import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { InvoiceEmails } from '../platform/db/types.ts'
import type { InvoiceRow } from './table.ts'

export type InvoiceEmailRow = Selectable<InvoiceEmails>

/** When a customer is reminded, in days after the due date. */
const reminderDays = [-3, 1, 7]

/** An invoice has one receipt, even if a reorganization undoes its payment and it is paid again. */
export const insertReceipt = async (tx: Tx, invoiceRef: number) => {
  await tx
    .insertInto('invoiceEmails')
    .values({ invoiceRef, type: 'receipt' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Plans the reminders of an invoice that are still ahead. After a change of its due date, those of the old one are void. */
export const insertReminders = async (tx: Tx, { id, dueAt }: Pick<InvoiceRow, 'id' | 'dueAt'>) => {
  await sql`
    insert into invoice_emails (invoice_ref, type, due_at, days, next_at)
    select ${id}, 'reminder', due_at, days, due_at + make_interval(days => days)
    from unnest(${reminderDays}::integer[]) days, (select ${dueAt}::timestamptz as due_at)
    where due_at + make_interval(days => days) > app_now()
    on conflict do nothing`.execute(tx)
}

/** When the next email is due. */
export const invoiceEmailsDueAt = sql`(select min(next_at) from invoice_emails where status = 'waiting')`

/** Holds the next receipt or reminder whose time has come. Another server takes another one. */
export const lockDueEmail = async (tx: Tx): Promise<InvoiceEmailRow | undefined> => {
  const { rows } = await sql<InvoiceEmailRow>`
    select * from invoice_emails where status = 'waiting' and next_at <= app_now()
    order by next_at, id limit 1 for update skip locked`.execute(tx)
  return rows[0]
}

export const lockQueuedEmail = (tx: Tx, id: bigint): Promise<InvoiceEmailRow | undefined> =>
  tx
    .selectFrom('invoiceEmails')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .forUpdate()
    .executeTakeFirst()

/** Whether a later reminder of the same due date is due as well, such as after a day without any server. */
export const isOvertaken = async (tx: Tx, { invoiceRef, dueAt, days }: InvoiceEmailRow): Promise<boolean> => {
  const later = await tx
    .selectFrom('invoiceEmails')
    .select('id')
    .where('invoiceRef', '=', invoiceRef)
    .where('dueAt', '=', dueAt)
    .where('days', '>', days)
    .where('nextAt', '<=', tx.now)
    .executeTakeFirst()
  return later !== undefined
}

export const markEmailQueued = (tx: Tx, id: bigint, amountDue: string | null) =>
  tx
    .updateTable('invoiceEmails')
    .set({ status: 'queued', queuedAt: tx.now, amountDue, isDelayed: false })
    .where('id', '=', id)
    .execute()

export const markEmailDropped = (tx: Tx, id: bigint) =>
  tx.updateTable('invoiceEmails').set({ status: 'dropped', isDelayed: false }).where('id', '=', id).execute()

/** Waits again, from the beginning or for some time. */
export const markEmailWaiting = (tx: Tx, id: bigint, { seconds, isDelayed }: { seconds: number; isDelayed: boolean }) =>
  tx
    .updateTable('invoiceEmails')
    .set({ status: 'waiting', nextAt: sql`app_now() + make_interval(secs => ${seconds})`, isDelayed })
    .where('id', '=', id)
    .execute()

export const insertStop = async (tx: Tx, invoiceRef: number) => {
  await tx
    .insertInto('stoppedReminders')
    .values({ invoiceRef })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const areRemindersStopped = async (db: Db, invoiceRef: number): Promise<boolean> =>
  (await db
    .selectFrom('stoppedReminders')
    .select('invoiceRef')
    .where('invoiceRef', '=', invoiceRef)
    .executeTakeFirst()) !== undefined
