import type { Deps } from '../deps.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { isKnownFor, type KnownDevice } from './known-device-cookie.ts'
import { limits } from './limits.ts'
import { createChallenge, freeFailures, spendProof } from './proof-of-work.ts'
import {
  forgetAttempts,
  type Limit,
  networkOf,
  returnAttempt,
  returnSignInAttempt,
  takeAttempt,
  takeSignIn,
} from './table.attempts.ts'

/** Where a sign-in comes from. */
export type SignInOrigin = {
  source: Source
  /** The browser, if someone has signed in with it before. */
  knownDevice: KnownDevice | undefined
  /** The header `Bitquay-Proof`. */
  proof: string | undefined
}

/** The limits that a sign-in was counted against. The counts are given back when the password is right. */
export type CountedSignIn = {
  fromSource: Limit | undefined
  ofAccount: Limit | undefined
  /** The email address whose failed sign-ins it is counted in. */
  failureOf: string | undefined
}

const uncounted: CountedSignIn = { fromSource: undefined, ofAccount: undefined, failureOf: undefined }

/**
 * Counts a password sign-in before the password is checked. Nobody can lock out someone else: failures block the
 * account only for the source they came from. When an account has many failures from all sources together, an unknown
 * device must add a proof of work to each sign-in. A known device is not affected.
 */
export const countSignIn = async (deps: Deps, email: string, origin: SignInOrigin): Promise<CountedSignIn> => {
  if (!deps.config.rateLimits) return uncounted
  const { source, knownDevice } = origin
  if (isKnownFor(deps.macs.devices, knownDevice, email)) {
    return takeAll(deps, { ...uncounted, ofAccount: limits.signInOfAccountOnDevice(email, knownDevice.id) }, origin)
  }
  const fromSource = limits.signInFromSource(source.address)
  const ofAccount = limits.signInOfAccountFromSource(email, source.address)
  return takeAll(deps, { fromSource, ofAccount, failureOf: email }, origin)
}

/** Counts the second step, where a token replaces the password. Only the source is counted. */
export const countSecondStep = async (deps: Deps, origin: SignInOrigin): Promise<CountedSignIn> =>
  deps.config.rateLimits
    ? takeAll(deps, { ...uncounted, fromSource: limits.signInFromSource(origin.source.address) }, origin)
    : uncounted

/** Always take source limits before account limits, so that two requests cannot deadlock. */
const takeAll = (deps: Deps, counted: CountedSignIn, origin: SignInOrigin): Promise<CountedSignIn> =>
  commitThenThrow<CountedSignIn>(deps.db, async (tx) => {
    for (const limit of [counted.fromSource, counted.ofAccount]) {
      const refusal = limit && (await takeAttempt(tx, limit))
      if (refusal) return refusal
    }
    if (counted.failureOf !== undefined) await requireProof(tx, deps, counted.failureOf, origin)
    return counted
  })

/** Throws, so nothing is counted: a sign-in without its proof is not an attempt. */
const requireProof = async (tx: Tx, { macs }: Deps, email: string, { source, proof }: SignInOrigin) => {
  const binding = `${email}|${networkOf(source.address)}`
  const proven = proof !== undefined && (await spendProof(tx, macs.proofs, binding, proof))
  const failures = await takeSignIn(tx, email, { free: freeFailures, proven })
  if (failures === undefined) return
  throw new ApiError('proof-needed', { challenge: createChallenge(macs.proofs, binding, failures, tx.now) })
}

/** The password was right, so the sign-in was not a failure and earlier failures of this source are cleared. */
export const forgetFailures = async (tx: Tx, counted: CountedSignIn) => {
  if (counted.fromSource) await returnAttempt(tx, counted.fromSource)
  await forgetWrongPasswords(tx, counted)
}

/** Same as `forgetFailures` when the second factor was wrong, which still counts against the source. */
export const forgetWrongPasswords = async (tx: Tx, { ofAccount, failureOf }: CountedSignIn) => {
  if (ofAccount) await forgetAttempts(tx, ofAccount)
  if (failureOf !== undefined) await returnSignInAttempt(tx, failureOf)
}

/** Key of the mutex for sign-ins. Without it, several correct passwords at once would count as failures. */
export const mutexKeyOf = ({ macs }: Deps, email: string, { source, knownDevice }: SignInOrigin) =>
  // Per source, so that many sign-ins from elsewhere don't make the owner wait.
  `${email} ${isKnownFor(macs.devices, knownDevice, email) ? knownDevice.id : networkOf(source.address)}`
