import type { Sealer } from '../platform/crypto/seal.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { identityOf, tableOf } from './person-tables.ts'
import { findClosed, forgetAttempts, limits, takeAttempt } from './table.attempts.ts'
import type { LockedCredentials } from './table.credentials.ts'
import { spendRecoveryCode } from './table.recovery-codes.ts'
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
export const judgeSecondFactor = async (
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

/** Secrets are sealed to the person they belong to: in another's row they do not open. */
export const secretIdentity = (person: Parameters<typeof identityOf>[0]) => `two-factor-secret:${identityOf(person)}`
