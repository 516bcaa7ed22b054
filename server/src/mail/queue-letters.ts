import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import type { Letter } from './email-template.ts'

/** The same letter to many, in the transaction of the act that it tells of. */
export const queueLetters = async (tx: Tx, recipients: readonly string[], { subject, text, html }: Letter) => {
  if (recipients.length === 0) return
  await sql`
    insert into mail_outbox (recipient, subject, body_text, body_html)
    select recipient, ${subject}, ${text}, ${html} from unnest(${recipients}::text[]) as recipient`.execute(tx)
}
