import type { Deps } from '../deps.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { isKnownFor, type KnownDevice } from './known-device-cookie.ts'
import { createChallenge, freeFailures, spendProof } from './proof-of-work.ts'
import {
  forgetAttempts,
  type Limit,
  limits,
  networkOf,
  returnAttempt,
  returnSignInAttempt,
  takeAttempt,
  takeSignIn,
} from './table.attempts.ts'

/** Where a sign-in comes from. */
export type SignInOrigin = {
  source: Source
  /** The browser, where someone has signed in on it before. */
  knownDevice: KnownDevice | undefined
  /** The header `Bitquay-Proof`. */
  proof: string | undefined
}

/** What a sign-in was counted by, to be given back when its password turns out to be right. */
export type CountedSignIn = {
  fromSource: Limit | undefined
  ofAccount: Limit | undefined
  /** The address whose failures it counts among. */
  failureOf: string | undefined
}

const uncounted: CountedSignIn = { fromSource: undefined, ofAccount: undefined, failureOf: undefined }

/**
 * Counts a sign-in with a password before the password is checked. Nobody can lock out somebody else: failures close the
 * account only for the source that they came from. When an account has many failures from anywhere, a device that is not
 * known pays for each sign-in with a proof of work, and a device that is known is not affected at all.
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

/** The second step, where a token stands for the password: only the source is counted. */
export const countSecondStep = async (deps: Deps, origin: SignInOrigin): Promise<CountedSignIn> =>
  deps.config.rateLimits
    ? takeAll(deps, { ...uncounted, fromSource: limits.signInFromSource(origin.source.address) }, origin)
    : uncounted

/** Limits of sources come before those of accounts, always in this order, so that two requests cannot wait for each other. */
const takeAll = (deps: Deps, counted: CountedSignIn, origin: SignInOrigin): Promise<CountedSignIn> =>
  commitThenThrow<CountedSignIn>(deps.db, async (tx) => {
    for (const limit of [counted.fromSource, counted.ofAccount]) {
      const refusal = limit && (await takeAttempt(tx, limit))
      if (refusal) return refusal
    }
    if (counted.failureOf !== undefined) await requireProof(tx, deps, counted.failureOf, origin)
    return counted
  })

/** Throws, and so counts nothing: a sign-in without its proof is not an attempt. */
const requireProof = async (tx: Tx, { macs }: Deps, email: string, { source, proof }: SignInOrigin) => {
  const binding = `${email}|${networkOf(source.address)}`
  const proven = proof !== undefined && (await spendProof(tx, macs.proofs, binding, proof))
  const failures = await takeSignIn(tx, email, { free: freeFailures, proven })
  if (failures === undefined) return
  throw new ApiError('proof-needed', { challenge: createChallenge(macs.proofs, binding, failures, tx.now) })
}

/** The password was right: the sign-in was no failure, and earlier ones of this source are forgotten. */
export const forgetFailures = async (tx: Tx, counted: CountedSignIn) => {
  if (counted.fromSource) await returnAttempt(tx, counted.fromSource)
  await forgetWrongPasswords(tx, counted)
}

/** The same where the second factor was wrong, which still counts for the source. */
export const forgetWrongPasswords = async (tx: Tx, { ofAccount, failureOf }: CountedSignIn) => {
  if (ofAccount) await forgetAttempts(tx, ofAccount)
  if (failureOf !== undefined) await returnSignInAttempt(tx, failureOf)
}

/** Sign-ins take turns: without them several right passwords at once would count as so many failures. */
export const mutexKeyOf = ({ macs }: Deps, email: string, { source, knownDevice }: SignInOrigin) =>
  // By source, so that a crowd elsewhere does not make the owner wait.
  `${email} ${isKnownFor(macs.devices, knownDevice, email) ? knownDevice.id : networkOf(source.address)}`
