import type { Db } from '../platform/db/connect.ts'
import type { SendEmail } from '../platform/mail/transport.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { claimEmails, keepWaitingEmails, markEmail } from './table.ts'

const batch = 10
const mostAttempts = 12

/**
 * Sends the emails of the outbox. Claiming an email postpones its next attempt, so if the process dies while sending,
 * it is tried again then. Without a mail server (sandbox), emails are kept for the mailbox.
 */
export const sendEmails = (db: Db, send: SendEmail | undefined): Worker => ({
  name: 'send-mail',
  everyMs: 1000,
  run: async (signal) => {
    if (!send) {
      await keepWaitingEmails(db)
      return false
    }
    const emails = await claimEmails(db, batch)
    for (const email of emails) {
      if (signal.aborted) return false
      try {
        await send({ to: email.recipient, subject: email.subject, text: email.bodyText, html: email.bodyHtml })
        await markEmail(db, email.id, 'sent')
      } catch (error) {
        await markEmail(db, email.id, email.attempts >= mostAttempts ? 'failed' : 'waiting', String(error))
      }
    }
    return emails.length === batch
  },
})
