import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { findMailName } from '../mail/index.ts'
import { findCredentials, lockPerson } from '../people/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin, PersonRef } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { invitationEmail } from './emails.ts'
import { invitationSent, personInvited } from './facts.ts'
import { issueResetToken } from './table.reset-tokens.ts'

export type Invited = PersonRef & {
  email: string
  /** The account's name in the email: the store, or the person's own name. */
  accountName: string
  /** Replaces the plain invitation email when the invitation is part of other news. */
  template?: typeof invitationEmail
}

/**
 * Emails a person who has an account a link to choose their password. It works once, within 7 days. Only its hash is
 * stored, and earlier links stop working. Call it in the transaction that creates the account. For an existing account,
 * lock its row first, or two calls at once would leave two valid links.
 */
export const invitePerson = async (tx: Tx, { publicUrl }: Pick<Deps['config'], 'publicUrl'>, person: Invited) => {
  const known = await findCredentials(tx, person)
  if (known?.email !== person.email) throw new Error(`there is no ${person.kind} with this address to invite`)
  const token = await issueResetToken(tx, person, 'invitation')
  const render = person.template ?? invitationEmail
  const { merchantId } = known
  const shownName = merchantId === null ? person.accountName : await findMailName(tx, merchantId, person.accountName)
  await announce(tx, personInvited, { to: person.email, email: render(publicUrl, token, shownName) })
}

/** Sends an invitation again. A person who has a password has joined, and only they can reset it. */
export const sendInvitation = ({ db, config }: Deps, admin: Admin, person: PersonRef, source: Source) =>
  inTransaction(db, async (tx) => {
    const locked = await lockPerson(tx, person)
    if (!locked) throw new ApiError('not-found')
    if (locked.passwordHash !== null) throw new ApiError('already-joined')
    if (!locked.isActive) throw new ApiError('conflict', { message: 'Activate this account first.' })
    await invitePerson(tx, config, { kind: locked.kind, id: locked.id, email: locked.email, accountName: locked.name })
    await announce(tx, invitationSent, { person: locked }, { actor: admin, source })
  })
