import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { queueEmail } from '../mail/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin, PersonKind } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { invitationEmail } from './emails.ts'
import { findCredentialsByEmail, lockPerson, type PersonRef } from './table.credentials.ts'
import { issueResetToken } from './table.reset-tokens.ts'

export type Invited = {
  kind: PersonKind
  email: string
  /** What the letter calls the account: the store, or the person's own name. */
  accountName: string
  /** Where the invitation is part of other news. */
  letter?: typeof invitationEmail
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
  const write = person.letter ?? invitationEmail
  await queueEmail(tx, { to: person.email, ...write(publicUrl, token, person.accountName) })
}

/** Sends an invitation again. Whoever has a password has joined: theirs is reset by themselves and by nobody else. */
export const sendInvitation = ({ db, config }: Deps, admin: Admin, person: PersonRef, source: Source) =>
  inTransaction(db, async (tx) => {
    const locked = await lockPerson(tx, person)
    if (!locked) throw new ApiError('not-found')
    if (locked.passwordHash !== null) throw new ApiError('already-joined')
    if (!locked.isActive) throw new ApiError('conflict', { message: 'Activate this account first.' })
    await invitePerson(tx, config, { kind: locked.kind, email: locked.email, accountName: locked.name })
    await recordActivity(tx, {
      act: 'invitation-sent',
      actor: admin,
      source,
      subject: { kind: locked.kind, id: locked.id },
      ...(locked.merchantId === null ? {} : { merchantId: locked.merchantId }),
      detail: { email: locked.email },
    })
    await emitChange(tx, 'admin', locked.kind === 'merchant' ? 'merchants' : 'people')
  })
