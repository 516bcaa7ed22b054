import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { SendLetter } from '../platform/mail/transport.ts'
import type { Worker } from '../platform/workers/run-workers.ts'

const batch = 10
const mostAttempts = 12

/**
 * Sends what the outbox holds. A letter is claimed by moving its next attempt ahead, which is lease and back-off in one:
 * if we die while sending, it is tried again then. Without a mail server (sandbox) letters are kept for the mailbox.
 */
export const sendMail = (db: Db, send: SendLetter | undefined): Worker => ({
  name: 'send-mail',
  everyMs: 1000,
  run: async (signal) => {
    if (!send) return keepAll(db)
    const letters = await claim(db)
    for (const letter of letters) {
      if (signal.aborted) return false
      try {
        await send({ to: letter.recipient, subject: letter.subject, text: letter.bodyText, html: letter.bodyHtml })
        await mark(db, letter.id, 'sent')
      } catch (error) {
        await mark(db, letter.id, letter.attempts >= mostAttempts ? 'failed' : 'waiting', String(error))
      }
    }
    return letters.length === batch
  },
})

const keepAll = async (db: Db) => {
  await db.updateTable('mailOutbox').set({ status: 'kept' }).where('status', '=', 'waiting').execute()
  return false
}

const claim = (db: Db) =>
  inTransaction(db, (tx) =>
    tx
      .updateTable('mailOutbox')
      .set({
        attempts: sql`attempts + 1`,
        nextAttemptAt: sql`app_now() + least(interval '1 hour', interval '25 seconds' * power(2, attempts))`,
      })
      .where('id', 'in', (select) =>
        select
          .selectFrom('mailOutbox')
          .select('id')
          .where('status', '=', 'waiting')
          .where('nextAttemptAt', '<=', tx.now)
          .orderBy('nextAttemptAt')
          .orderBy('id')
          .limit(batch)
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .execute(),
  )

const mark = (db: Db, id: bigint, status: 'sent' | 'waiting' | 'failed', error?: string) =>
  db
    .updateTable('mailOutbox')
    .set({
      status,
      ...(status === 'sent' ? { sentAt: sql<Date>`app_now()` } : {}),
      ...(error === undefined ? {} : { lastError: error.slice(0, 500) }),
    })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
