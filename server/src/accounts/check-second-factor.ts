import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { type LockedCredentials, lockCredentials, markStepUsed, secretIdentity } from '../people/index.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { PersonRef } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { describeSource } from './describe-source.ts'
import { recoveryCodeUsed, twoFactorPaused } from './facts.ts'
import { limits } from './limits.ts'
import { findClosed, forgetAttempts, takeAttempt } from './table.attempts.ts'
import { countRecoveryCodes, spendRecoveryCode } from './table.recovery-codes.ts'
import { findTotpStep } from './totp.ts'

export type CodeCheck =
  | { accepted: true; by: 'totp' | 'recovery-code' }
  /** `paused`: this wrong code reached the limit, so 2FA codes are refused for a while. */
  | { accepted: false; refusal: ApiError; paused: boolean }

export type SecondFactorTools = { sealer: Sealer; rateLimits: boolean }

/**
 * Checks a code and marks it as used. The credentials are locked, so codes sent at the same time are checked one after
 * the other. Returns a refusal instead of throwing it, so that the caller can commit the count of wrong codes first.
 */
export const checkSecondFactor = async (
  tx: Tx,
  { sealer, rateLimits }: SecondFactorTools,
  person: LockedCredentials,
  code: string,
  { client }: Pick<Source, 'client'>,
  allowed: { recoveryCodes: boolean },
): Promise<CodeCheck> => {
  const wrongCodes = limits.wrongSecondFactor(person, client)
  const closed = rateLimits ? await findClosed(tx, wrongCodes) : undefined
  if (closed) return { accepted: false, refusal: closed, paused: false }

  const plain = code.replace(/\s/g, '')
  const outcome = /^\d{6}$/.test(plain)
    ? await useTotp(tx, sealer, person, plain)
    : allowed.recoveryCodes
      ? await useRecoveryCode(tx, person, plain)
      : 'wrong'

  if (outcome === 'totp' || outcome === 'recovery-code') {
    await forgetAttempts(tx, wrongCodes)
    return { accepted: true, by: outcome }
  }
  if (outcome !== 'wrong') return { accepted: false, refusal: outcome, paused: false }
  const paused = rateLimits && (await takeAttempt(tx, wrongCodes)) !== undefined
  return { accepted: false, refusal: new ApiError('invalid-second-factor'), paused }
}

const useTotp = async (tx: Tx, sealer: Sealer, person: LockedCredentials, code: string) => {
  if (!person.twoFactorEnabled || person.twoFactorSecret === null) return 'wrong' as const
  const step = findTotpStep(sealer.open(person.twoFactorSecret, secretIdentity(person)), code, person.worldTime)
  if (step === undefined) return 'wrong' as const
  return (await markStepUsed(tx, person, step)) ? ('totp' as const) : new ApiError('code-already-used')
}

const useRecoveryCode = async (tx: Tx, person: LockedCredentials, code: string) => {
  const outcome = await spendRecoveryCode(tx, person, code)
  if (outcome === 'spent') return 'recovery-code' as const
  if (outcome === 'unknown') return 'wrong' as const
  return new ApiError('code-already-used', { message: 'This recovery code was already used.' })
}

type Tools = Pick<Deps, 'sealer' | 'config'>

/**
 * Checks a code from the authenticator app and marks it as used, for everything that needs a fresh second factor, such
 * as a withdrawal. Returns a refusal instead of throwing it: the caller must commit (see commitThenThrow), or wrong
 * codes would not count.
 */
export const takeTotp = async (
  tx: Tx,
  tools: Tools,
  person: PersonRef,
  code: string,
  source: Source,
): Promise<ApiError | undefined> => {
  const outcome = await takeSecondFactor(tx, tools, await lockCredentials(tx, person), code, source, {
    recoveryCodes: false,
  })
  return outcome instanceof ApiError ? outcome : undefined
}

/** Same as `takeTotp`, for a person whose row is already locked. A recovery code may be accepted too. */
export const takeSecondFactor = async (
  tx: Tx,
  { sealer, config }: Tools,
  person: LockedCredentials,
  code: string,
  source: Source,
  allowed: { recoveryCodes: boolean } = { recoveryCodes: true },
): Promise<'totp' | 'recovery-code' | ApiError> => {
  const check = await checkSecondFactor(tx, { sealer, rateLimits: config.rateLimits }, person, code, source, allowed)
  const about = { person, from: describeSource(tx, person, source), publicUrl: config.publicUrl }
  const by = { actor: person, source }
  if (!check.accepted) {
    if (check.paused) await announce(tx, twoFactorPaused, about, by)
    return check.refusal
  }
  if (check.by === 'recovery-code') {
    await announce(tx, recoveryCodeUsed, { ...about, left: await countRecoveryCodes(tx, person) }, by)
  }
  return check.by
}

/**
 * For a signed-in person, a wrong code is an invalid form field (400). At sign-in the same refusal is a 401, which a
 * browser treats as the end of its session.
 */
export const toVerificationError = (refusal: ApiError): ApiError => {
  if (refusal.code === 'invalid-second-factor') return new ApiError('invalid-verification-code')
  if (refusal.code === 'code-already-used') {
    return new ApiError('invalid-verification-code', { message: refusal.message })
  }
  return refusal
}
