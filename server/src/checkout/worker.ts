import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import {
  type EmailOutcome,
  getInvoiceById,
  type InvoiceEmailRow,
  type InvoiceRow,
  invoiceEmailsDueAt,
  invoicesChanged,
  lockDueEmail,
  markEmailDropped,
  markEmailQueued,
  markEmailWaiting,
  queueReminder,
} from '../invoices/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { saveWorkFailure } from '../platform/workers/work-failures.ts'
import { queueReceipt } from './email-receipt.ts'

const name = 'queue-invoice-emails'
const mostAtOnce = 50
const failurePauseSeconds = 600

/** Queues receipts and reminders whose time has come. */
export const queueInvoiceEmails = (deps: Deps): Worker => ({
  name,
  everyMs: 5_000,
  due: invoiceEmailsDueAt,
  run: async () => {
    let count = 0
    while (count < mostAtOnce && (await queueNext(deps))) count++
    if (count > 0) deps.wake('send-merchant-mail')
    return count === mostAtOnce
  },
})

/** One in each transaction: the email is in the outbox exactly when its row says so. Returns false if none is due. */
const queueNext = async (deps: Deps): Promise<boolean> => {
  let email: InvoiceEmailRow | undefined
  try {
    await inTransaction(deps.db, async (tx) => {
      email = await lockDueEmail(tx)
      if (!email) return
      const row = await getInvoiceById(tx, email.invoiceRef)
      const queue = email.type === 'receipt' ? queueReceipt : queueReminder
      await saveOutcome(tx, email, row, await queue(tx, deps, row, email))
    })
  } catch (error) {
    if (!email) throw error
    const { id } = email
    await saveWorkFailure(deps.db, name, String(id), error)
    // It must not hold up the others.
    await inTransaction(deps.db, (tx) => markEmailWaiting(tx, id, { seconds: failurePauseSeconds, isDelayed: false }))
  }
  return email !== undefined
}

const saveOutcome = async (tx: Tx, { id }: InvoiceEmailRow, { merchantId }: InvoiceRow, outcome: EmailOutcome) => {
  if (outcome.kind === 'queued') await markEmailQueued(tx, id, outcome.amountDue)
  else if (outcome.kind === 'dropped') await markEmailDropped(tx, id)
  else await markEmailWaiting(tx, id, outcome)
  await announce(tx, invoicesChanged, { merchantId })
}
