import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { queueEmail } from '../mail/index.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { describeDevice } from './describe-device.ts'
import { recoveryCodeUsedEmail, twoFactorPausedEmail } from './emails.ts'
import { findClosed, forgetAttempts, limits, takeAttempt } from './table.attempts.ts'
import {
  type LockedCredentials,
  lockCredentials,
  type PersonRef,
  secretIdentity,
  tableOf,
} from './table.credentials.ts'
import { countRecoveryCodes, spendRecoveryCode } from './table.recovery-codes.ts'
import { findTotpStep } from './totp.ts'

export type Judgement =
  | { accepted: true; by: 'totp' | 'recovery-code' }
  /** `paused`: this was the wrong code too many that closes the account's second factor for a while. */
  | { accepted: false; refusal: ApiError; paused: boolean }

export type SecondFactorTools = { sealer: Sealer; rateLimits: boolean }

/**
 * Judges a code and uses it up. The credentials are locked, so that codes sent at the same moment are judged one after
 * the other. Nothing is thrown: the caller commits what was counted and then refuses.
 */
export const checkSecondFactor = async (
  tx: Tx,
  { sealer, rateLimits }: SecondFactorTools,
  person: LockedCredentials,
  code: string,
  allowed: { recoveryCodes: boolean },
): Promise<Judgement> => {
  const wrongCodes = limits.wrongSecondFactor(person)
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

/** The last accepted step is stored by compare-and-set: a code, or one older than it, never works again. */
const useTotp = async (tx: Tx, sealer: Sealer, person: LockedCredentials, code: string) => {
  if (!person.twoFactorEnabled || person.twoFactorSecret === null) return 'wrong' as const
  const step = findTotpStep(sealer.open(person.twoFactorSecret, secretIdentity(person)), code, person.worldTime)
  if (step === undefined) return 'wrong' as const
  const marked = await tx
    .updateTable(tableOf(person.kind))
    .set({ twoFactorLastStep: BigInt(step) })
    .where('id', '=', person.id)
    .where((row) => row.or([row('twoFactorLastStep', 'is', null), row('twoFactorLastStep', '<', BigInt(step))]))
    .returning('id')
    .executeTakeFirst()
  return marked ? ('totp' as const) : new ApiError('code-already-used')
}

const useRecoveryCode = async (tx: Tx, person: LockedCredentials, code: string) => {
  const outcome = await spendRecoveryCode(tx, person, code)
  if (outcome === 'spent') return 'recovery-code' as const
  if (outcome === 'unknown') return 'wrong' as const
  return new ApiError('code-already-used', { message: 'This recovery code was already used.' })
}

type Tools = Pick<Deps, 'sealer' | 'config'>

/**
 * Uses up a code from the authenticator app. For whatever needs a fresh proof of the second factor: a withdrawal too.
 * A refusal is returned and not thrown: the caller must commit (see commitThenThrow), or wrong codes would not count.
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

/** The same for someone whose row is already held, where a recovery code may do instead. */
export const takeSecondFactor = async (
  tx: Tx,
  { sealer, config }: Tools,
  person: LockedCredentials,
  code: string,
  source: Source,
  allowed: { recoveryCodes: boolean } = { recoveryCodes: true },
): Promise<'totp' | 'recovery-code' | ApiError> => {
  const judgement = await checkSecondFactor(tx, { sealer, rateLimits: config.rateLimits }, person, code, allowed)
  const from = { device: describeDevice(source.device), address: source.address, at: tx.now }
  if (!judgement.accepted) {
    if (judgement.paused) {
      await recordActivity(tx, { act: 'two-factor-paused', actor: person, source })
      await queueEmail(tx, { to: person.email, ...twoFactorPausedEmail(config.publicUrl, from) })
    }
    return judgement.refusal
  }
  if (judgement.by === 'recovery-code') {
    const left = await countRecoveryCodes(tx, person)
    await recordActivity(tx, { act: 'recovery-code-used', actor: person, source, detail: { left } })
    await queueEmail(tx, { to: person.email, ...recoveryCodeUsedEmail(config.publicUrl, from, left) })
  }
  return judgement.by
}

/**
 * To someone who is signed in, a wrong code is a wrong field of a form (400). The same refusal at sign-in is a 401, which a
 * browser takes for the end of its session.
 */
export const toVerificationError = (refusal: ApiError): ApiError => {
  if (refusal.code === 'invalid-second-factor') return new ApiError('invalid-verification-code')
  if (refusal.code === 'code-already-used') {
    return new ApiError('invalid-verification-code', { message: refusal.message })
  }
  return refusal
}
