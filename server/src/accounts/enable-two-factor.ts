import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { enableTwoFactor, lockCredentials, openPendingSecret, storePendingSecret } from '../people/index.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { describeSource } from './describe-source.ts'
import { twoFactorEnabled, twoFactorPaused } from './facts.ts'
import { limits } from './limits.ts'
import { findClosed, forgetAttempts, takeAttempt } from './table.attempts.ts'
import { replaceRecoveryCodes } from './table.recovery-codes.ts'
import { findTotpStep, isEqual, newTotpSecret, totpUri } from './totp.ts'

/** Turns 2FA on with a code of the pending secret, and of no other. Returns the recovery codes. */
export const verifyTwoFactor = (
  { db, sealer, config }: Deps,
  person: Person,
  { secret, token }: { secret: string; token: string },
  source: Source,
): Promise<string[]> =>
  commitThenThrow<string[]>(db, async (tx) => {
    const locked = await lockCredentials(tx, person)
    if (locked.twoFactorEnabled) return new ApiError('second-factor-already-on')
    const wrongCodes = limits.wrongSecondFactor(person, source.client)
    const closed = config.rateLimits ? await findClosed(tx, wrongCodes) : undefined
    if (closed) return closed
    const pending = openPendingSecret(sealer, locked)
    if (pending === undefined || !isEqual(pending, secret)) return new ApiError('second-factor-not-pending')
    const step = findTotpStep(pending, token, locked.worldTime)
    const about = { person: locked, from: describeSource(tx, person, source), publicUrl: config.publicUrl }
    const by = { actor: person, source }
    if (step === undefined) {
      const paused = config.rateLimits && (await takeAttempt(tx, wrongCodes)) !== undefined
      if (paused) await announce(tx, twoFactorPaused, about, by)
      return new ApiError('invalid-verification-code')
    }
    await forgetAttempts(tx, wrongCodes)
    await enableTwoFactor(tx, locked, step)
    const recoveryCodes = await replaceRecoveryCodes(tx, person)
    await announce(tx, twoFactorEnabled, about, by)
    return recoveryCodes
  })

/** Starts the setup. Nothing changes until the person enters a code of the new secret. */
export const setUpTwoFactor = async ({ db, sealer, brand }: Deps, person: Person) => {
  const secret = newTotpSecret()
  await inTransaction(db, async (tx) => {
    const { twoFactorEnabled } = await lockCredentials(tx, person)
    if (twoFactorEnabled) throw new ApiError('second-factor-already-on')
    await storePendingSecret(tx, sealer, person, secret)
  })
  // Only this draws a code, and few people set up 2FA.
  const { toDataURL } = await import('qrcode')
  const { name } = await brand.read()
  return {
    secret,
    manualKey: secret.replace(/(.{4})(?=.)/g, '$1 '),
    qrCodeImage: await toDataURL(totpUri({ secret, email: person.email, brand: name }), { margin: 2, width: 240 }),
  }
}
