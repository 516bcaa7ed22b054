import { dropEmail } from '../mail/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { readAmountDue } from './get-amount-due.ts'
import { isReminderWanted } from './remind-customer.ts'
import { getInvoiceById } from './table.due.ts'
import { lockQueuedEmail, markEmailDropped, markEmailWaiting } from './table.emails.ts'

/**
 * Drops a queued receipt or reminder that is no longer true: the invoice was paid or canceled meanwhile, or a part of it
 * was paid. If it will be needed again, it waits to be written again. Returns whether it was dropped.
 */
export const dropIfOutdated = (db: Db, { id, invoiceEmail }: { id: bigint; invoiceEmail: bigint }): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const email = await lockQueuedEmail(tx, invoiceEmail)
    if (email) {
      const row = await getInvoiceById(tx, email.invoiceRef)
      const isWanted = email.type === 'receipt' || (await isReminderWanted(tx, row, email))
      const isTrue =
        email.type === 'receipt'
          ? row.status === 'settled'
          : row.status === 'new' && (await readAmountDue(tx, row)) === email.amountDue
      if (isWanted && isTrue) return false
      if (isWanted) await markEmailWaiting(tx, email.id, { seconds: 0, isDelayed: false })
      else await markEmailDropped(tx, email.id)
    }
    await dropEmail(tx, id)
    return true
  })
