import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { PersonKind } from '../platform/http/person.ts'
import { invitationLetter } from './emails.ts'
import { findCredentialsByEmail } from './table.credentials.ts'
import { issueResetToken } from './table.reset-tokens.ts'

export type Invited = {
  kind: PersonKind
  email: string
  /** What the letter calls the account: the store, or the person's own name. */
  accountName: string
  /** Where the invitation is part of other news. */
  letter?: typeof invitationLetter
}

/**
 * Mails someone who has an account a link with which they choose their password: once, within 7 days. Only its hash is
 * kept, and a link that was sent before dies. To be called in the transaction that makes the account; whoever calls it for an
 * account that is already there holds its row, or two of these at once would leave two links.
 */
export const invitePerson = async (tx: Tx, { publicUrl }: Pick<Deps['config'], 'publicUrl'>, person: Invited) => {
  const known = await findCredentialsByEmail(tx, person.email)
  if (known?.kind !== person.kind) throw new Error(`there is no ${person.kind} with this address to invite`)
  const token = await issueResetToken(tx, person, 'invitation')
  const write = person.letter ?? invitationLetter
  await queueMail(tx, { to: person.email, ...write(publicUrl, token, person.accountName) })
}
