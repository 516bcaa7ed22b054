import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { clearTwoFactor, lockCredentials, lockPerson } from '../people/index.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin, Person, PersonRef } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { takeSecondFactor, toVerificationError } from './check-second-factor.ts'
import { describeSource } from './describe-source.ts'
import { twoFactorResetEmail } from './emails.ts'
import { twoFactorDisabled, twoFactorReset } from './facts.ts'
import { recoverPerson } from './recover-person.ts'
import { deleteRecoveryCodes } from './table.recovery-codes.ts'

/**
 * Turns 2FA off. A recovery code works too, because someone who lost their phone could otherwise never set up a new
 * one.
 */
export const disableTwoFactor = (deps: Deps, person: Person, code: string, source: Source) =>
  commitThenThrow(deps.db, async (tx) => {
    const locked = await lockCredentials(tx, person)
    if (!locked.twoFactorEnabled) return new ApiError('second-factor-not-on')
    const by = await takeSecondFactor(tx, deps, locked, code, source)
    if (by instanceof ApiError) return toVerificationError(by)
    await clearTwoFactor(tx, person)
    await deleteRecoveryCodes(tx, person)
    const about = { person: locked, from: describeSource(tx, person, source), publicUrl: deps.config.publicUrl, by }
    await announce(tx, twoFactorDisabled, about, { actor: person, source })
    return undefined
  })

/**
 * Turns 2FA off for someone who lost their phone and recovery codes. Their sessions and password end too, because a
 * thief who has one of them may be behind the request: the way back in is a link in an email. Admins cannot reset their
 * own: like everyone, they turn it off with a code. Owners of merchants are recovered instead (account-care), because
 * their 2FA guards the merchant's money.
 */
export const resetTwoFactor = ({ db, config }: Deps, admin: Admin, person: PersonRef, source: Source) =>
  inTransaction(db, async (tx) => {
    if (person.kind === 'admin' && person.id === admin.id) throw new ApiError('not-yourself')
    if (person.kind === 'merchant') throw new ApiError('recovery-needed')
    const locked = await lockPerson(tx, person)
    if (!locked) throw new ApiError('not-found')
    if (!locked.twoFactorEnabled) throw new ApiError('second-factor-not-on')
    const about = { account: locked.email, at: tx.now }
    await recoverPerson(tx, config, locked, (publicUrl, link) => twoFactorResetEmail(publicUrl, link, about))
    const from = describeSource(tx, locked, source)
    const reset = { person: locked, from, publicUrl: config.publicUrl }
    await announce(tx, twoFactorReset, reset, { actor: admin, source })
  })
