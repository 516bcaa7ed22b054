import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { clearPassword, clearTwoFactor, lockCredentials, setEmail } from '../people/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { PersonRef } from '../platform/http/person.ts'
import { accessTakenAway } from './facts.ts'
import { type Invited, invitePerson } from './invite-person.ts'
import { deleteRecoveryCodes } from './table.recovery-codes.ts'
import { revokeResetTokens } from './table.reset-tokens.ts'
import { endSessionsOf } from './table.sessions.ts'

/**
 * Takes away a person's password, second factor and sessions, and emails them a link to choose new ones. Without 2FA
 * the old password alone would be enough to sign in, so it must not work anymore.
 */
export const recoverPerson = async (
  tx: Tx,
  config: Pick<Deps['config'], 'publicUrl'>,
  person: PersonRef,
  template: NonNullable<Invited['template']>,
) => {
  const { email, name, storeName } = await lockCredentials(tx, person)
  await clearTwoFactor(tx, person)
  await clearPassword(tx, person)
  await deleteRecoveryCodes(tx, person)
  await endSessionsOf(tx, person)
  await revokeResetTokens(tx, { ...person, email })
  await invitePerson(tx, config, { ...person, email, accountName: storeName ?? name, template })
  await announce(tx, accessTakenAway, { person })
  return { email }
}

/** Changes the address that a person signs in with. Their sessions and links to the old address end. */
export const changeEmail = async (tx: Tx, person: PersonRef, email: string) => {
  const before = await lockCredentials(tx, person)
  await setEmail(tx, person, email)
  await endSessionsOf(tx, person)
  await revokeResetTokens(tx, before)
  await announce(tx, accessTakenAway, { person })
}
