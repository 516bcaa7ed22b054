import type { Db } from '../platform/db/connect.ts'
import type { SendEmail } from '../platform/mail/transport.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { claimEmails, keepWaitingEmails, markEmail } from './table.ts'

const batch = 10
const mostAttempts = 12

/**
 * Sends what the outbox holds. A letter is claimed by moving its next attempt ahead, which is lease and back-off in one:
 * if we die while sending, it is tried again then. Without a mail server (sandbox) letters are kept for the mailbox.
 */
export const sendEmails = (db: Db, send: SendEmail | undefined): Worker => ({
  name: 'send-mail',
  everyMs: 1000,
  run: async (signal) => {
    if (!send) {
      await keepWaitingEmails(db)
      return false
    }
    const letters = await claimEmails(db, batch)
    for (const letter of letters) {
      if (signal.aborted) return false
      try {
        await send({ to: letter.recipient, subject: letter.subject, text: letter.bodyText, html: letter.bodyHtml })
        await markEmail(db, letter.id, 'sent')
      } catch (error) {
        await markEmail(db, letter.id, letter.attempts >= mostAttempts ? 'failed' : 'waiting', String(error))
      }
    }
    return letters.length === batch
  },
})
