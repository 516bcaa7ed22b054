import type { Tx } from '../platform/db/transaction.ts'
import type { Letter } from './email-template.ts'

/** Puts a letter into the outbox, in the transaction of the act that it tells of. A worker sends it. */
export const queueMail = async (tx: Tx, { to, subject, text, html }: Letter & { to: string }) => {
  await tx.insertInto('mailOutbox').values({ recipient: to, subject, bodyText: text, bodyHtml: html }).execute()
}
