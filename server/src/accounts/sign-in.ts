import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { type Credentials, findCredentialsByEmail, lockCredentials } from '../people/index.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import { isRestoreCode, isUnderReview, takeRestoreCode } from '../platform/db/restore-row.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { findUnconfirmed, markConfirmed, markReturned } from '../platform/db/unconfirmed-people.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person } from '../platform/http/person.ts'
import { identityOf } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { toPerson } from './authenticate.ts'
import { takeSecondFactor } from './check-second-factor.ts'
import {
  type CountedSignIn,
  countSecondStep,
  countSignIn,
  forgetFailures,
  forgetWrongPasswords,
  mutexKeyOf,
  type SignInOrigin,
} from './count-sign-in.ts'
import { describeSource } from './describe-source.ts'
import { restoreReviewStarted, signedIn } from './facts.ts'
import { isKnownFor } from './known-device-cookie.ts'
import { saveKnownDevice, startSession } from './table.sessions.ts'

type Attempt = {
  email: string
  password: string | undefined
  /** From the first step, instead of the password. */
  tempToken: string | undefined
  twoFactorToken: string | undefined
  /** Of the restore under review, for the admin who reviews it. */
  restoreCode: string | undefined
}

export type SignIn = { step: 'second-factor'; tempToken: string } | { step: 'done'; token: string; person: Person }

/**
 * Signs a person in, or asks for their second factor. An unknown address gets the same response as a wrong password,
 * and as slowly.
 */
export const signIn = (deps: Deps, attempt: Attempt, origin: SignInOrigin): Promise<SignIn> =>
  deps.signInMutex(mutexKeyOf(deps, attempt.email, origin), async () => {
    const counted =
      attempt.password === undefined
        ? await countSecondStep(deps, origin)
        : await countSignIn(deps, attempt.email, origin)
    const proven = await proveIdentity(deps, attempt)
    const { twoFactorToken: code, restoreCode } = attempt
    if (proven.twoFactorEnabled && !code) return askForSecondFactor(deps, proven, counted)
    return finish(deps, proven, { code, restoreCode }, { counted, source: sourceOf(deps, origin, proven) })
  })

/** A device that this person has used before counts its own wrong codes. */
const sourceOf = ({ macs }: Deps, { source, knownDevice }: SignInOrigin, { email }: Credentials): Source =>
  isKnownFor(macs.devices, knownDevice, email) ? { ...source, client: `device:${knownDevice.id}` } : source

const proveIdentity = async ({ db, passwords, sealer }: Deps, attempt: Attempt): Promise<Credentials> => {
  const known = await findCredentialsByEmail(db, attempt.email)
  if (attempt.password !== undefined) {
    const right = await passwords.verify(known?.passwordHash, attempt.password)
    if (!right || !known?.isActive) throw new ApiError('invalid-credentials')
    return known
  }
  const good = await inTransaction(db, (tx) =>
    Promise.resolve(known?.isActive && isTempTokenOf(sealer, known, attempt.tempToken ?? '', tx.now)),
  )
  if (!known || !good) throw new ApiError('sign-in-expired')
  return known
}

const askForSecondFactor = (deps: Deps, person: Credentials, counted: CountedSignIn): Promise<SignIn> =>
  inTransaction(deps.db, async (tx) => {
    await forgetFailures(tx, counted)
    return { step: 'second-factor', tempToken: createTempToken(deps.sealer, person, tx.now) }
  })

const finish = (
  deps: Deps,
  proven: Credentials,
  { code, restoreCode }: { code: string | undefined; restoreCode: string | undefined },
  { counted, source }: { counted: CountedSignIn; source: Source },
): Promise<SignIn> =>
  commitThenThrow<SignIn>(deps.db, async (tx) => {
    const person = await lockCredentials(tx, proven)
    // A password reset, a deactivation or a 2FA setup may have happened while the password was being hashed.
    if (!person.isActive || person.passwordHash !== proven.passwordHash) return new ApiError('invalid-credentials')
    if (person.twoFactorEnabled && !code) {
      return { step: 'second-factor', tempToken: createTempToken(deps.sealer, person, tx.now) }
    }
    const unconfirmed = await findUnconfirmed(tx, person)
    // Before the second factor, so that its code isn't used up.
    const notConfirmed = unconfirmed && (await refuseUnconfirmed(tx, person, unconfirmed, restoreCode))
    if (notConfirmed) return notConfirmed
    const by = person.twoFactorEnabled ? await takeSecondFactor(tx, deps, person, code ?? '', source) : 'password'
    if (by instanceof ApiError) {
      // The password was right. From here on, only wrong codes count against the account.
      await forgetWrongPasswords(tx, counted)
      return by
    }
    await forgetFailures(tx, counted)
    if (unconfirmed) await startReview(tx, person, restoreCode ?? '', source)
    const session = await startSession(tx, person, source)
    const isNewDevice = (await saveKnownDevice(tx, person, source)) === 'new'
    const about = { person, from: describeSource(tx, person, source), publicUrl: deps.config.publicUrl }
    await announce(tx, signedIn, { ...about, by, isNewDevice }, { actor: person, source })
    return { step: 'done', token: session.token, person: toPerson(person, { id: session.id, passwordIsRecent: true }) }
  })

/**
 * After a restore nobody signs in before they are confirmed and have set a new password. The first admin can't be
 * confirmed by anybody, so the code that the restore printed confirms them.
 */
const refuseUnconfirmed = async (
  tx: Tx,
  { kind }: Credentials,
  { confirmedAt }: { confirmedAt: Date | null },
  restoreCode: string | undefined,
): Promise<ApiError | undefined> => {
  if (confirmedAt !== null) return new ApiError('new-password-needed')
  if (kind !== 'admin' || !(await isUnderReview(tx))) return new ApiError('not-confirmed')
  if (restoreCode === undefined || restoreCode === '') return new ApiError('restore-code-needed')
  return (await isRestoreCode(tx, restoreCode)) ? undefined : new ApiError('invalid-restore-code')
}

const startReview = async (tx: Tx, person: Credentials, restoreCode: string, source: Source) => {
  // Two admins may send the code at once. The row of the restore lets one of them win.
  if (!(await takeRestoreCode(tx, restoreCode, person.id))) throw new ApiError('invalid-restore-code')
  await markConfirmed(tx, person)
  await markReturned(tx, person)
  await announce(tx, restoreReviewStarted, {}, { actor: person, source })
}

const lifeMs = 5 * 60_000

/**
 * Replaces the password in the second step, so that a browser doesn't have to keep it. It is sealed to the person and
 * their current password, so a change of password ends it.
 */
export const createTempToken = (sealer: Sealer, person: Credentials, now: Date) =>
  sealer.seal(String(now.getTime() + lifeMs), identityFor(person))

export const isTempTokenOf = (sealer: Sealer, person: Credentials, token: string, now: Date) => {
  try {
    return Number(sealer.open(token, identityFor(person))) > now.getTime()
  } catch {
    return false
  }
}

const identityFor = (person: Credentials) => {
  const password = createHash('sha256')
    .update(person.passwordHash ?? '')
    .digest('base64url')
  return `temp-token:${identityOf(person)}:${password}`
}
