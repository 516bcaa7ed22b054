import type { Db } from '../platform/db/connect.ts'
import { isRefusal, type SendEmail } from '../platform/mail/transport.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { claimEmails, emailsDueAt, keepWaitingEmails, type MailLane, markSent, markUnsent } from './table.ts'

const mostAttempts = 12

/**
 * Sends the emails of the outbox. Claiming an email postpones its next attempt, so if the process dies while sending,
 * it is tried again then. Without a mail server (sandbox), emails are kept for the mailbox. A merchant decides how many
 * emails it causes and to whom, so ours have a worker of their own. Together they use the connections of the transport.
 */
export const sendEmails = (db: Db, send: SendEmail | undefined, dropIfOutdated: DropIfOutdated): Worker[] => {
  const sendCurrent = send && sendUnlessOutdated(db, send, dropIfOutdated)
  return [
    createWorker(db, sendCurrent, { name: 'send-mail', lane: 'own', atOnce: 2 }),
    createWorker(db, sendCurrent, { name: 'send-merchant-mail', lane: 'merchants', atOnce: 3 }),
  ]
}

type ClaimedEmail = Awaited<ReturnType<typeof claimEmails>>[number]

/**
 * Drops a receipt or reminder that no longer says what is true, such as after hours without a mail server. Returns
 * whether it did.
 */
export type DropIfOutdated = (db: Db, email: { id: bigint; invoiceEmail: bigint }) => Promise<boolean>

const createWorker = (
  db: Db,
  send: ((email: ClaimedEmail) => Promise<void>) | undefined,
  { name, lane, atOnce }: { name: string; lane: MailLane; atOnce: number },
): Worker => ({
  name,
  everyMs: 1000,
  due: emailsDueAt,
  run: async () => {
    if (!send) {
      await keepWaitingEmails(db)
      return false
    }
    const emails = await claimEmails(db, lane, atOnce)
    await Promise.all(emails.map(send))
    return emails.length === atOnce
  },
})

const sendUnlessOutdated = (db: Db, send: SendEmail, dropIfOutdated: DropIfOutdated) => async (email: ClaimedEmail) => {
  const { id, attempts, recipient, subject, bodyText, bodyHtml, invoiceEmail } = email
  if (invoiceEmail !== null && (await dropIfOutdated(db, { id, invoiceEmail }))) return
  try {
    await send({ to: recipient, subject, text: bodyText, html: bodyHtml })
  } catch (error) {
    const status = attempts >= mostAttempts ? 'failed' : 'waiting'
    await markUnsent(db, id, status, { error: String(error), refused: isRefusal(error) })
    return
  }
  await markSent(db, id)
}
