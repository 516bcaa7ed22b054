import { createHash, randomBytes } from 'node:crypto'
import type { ProofChallenge } from '@bitquay/contract/errors'
import type { Mac } from '../platform/crypto/mac.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { markProofSpent } from './table.attempts.ts'

/** This many failed sign-ins of an account are free. After that, an unknown device needs a proof of work. */
export const freeFailures = 10
const fewestBits = 15
/** About a million hashes, which take a few seconds on a phone. */
const mostBits = 20
const lifeMs = 3 * 60_000

/** Each doubling of the failures doubles the work, up to what a phone can do. */
export const bitsFor = (failures: number) =>
  Math.min(mostBits, fewestBits + Math.max(0, Math.floor(Math.log2(Math.max(failures, 1) / freeFailures))))

/** A challenge is not stored. It is signed together with the account and source it is for. */
export const createChallenge = (mac: Mac, binding: string, failures: number, now: Date): ProofChallenge => {
  const bits = bitsFor(failures)
  const body = `${now.getTime() + lifeMs}.${bits}.${randomBytes(12).toString('base64url')}`
  return { text: `${body}.${mac.sign(`${binding}|${body}`)}`, bits }
}

/**
 * Checks a proof and marks it as used. It counts once, before its expiry, for the account and source that its challenge
 * was created for.
 */
export const spendProof = async (tx: Tx, mac: Mac, binding: string, proof: string): Promise<boolean> => {
  const expiresAt = findExpiry(mac, binding, proof)
  if (expiresAt === undefined || expiresAt <= tx.now) return false
  const challenge = proof.slice(0, proof.indexOf(':'))
  return markProofSpent(tx, createHash('sha256').update(challenge).digest(), expiresAt)
}

const findExpiry = (mac: Mac, binding: string, proof: string): Date | undefined => {
  const [, expiry, bits, random, signature] =
    /^(\d{1,15})\.(\d{1,2})\.([\w-]{16})\.([\w-]{43}):\w{1,20}$/.exec(proof) ?? []
  if (!signature || !mac.verify(`${binding}|${expiry}.${bits}.${random}`, signature)) return undefined
  return countLeadingZeroBits(createHash('sha256').update(proof).digest()) >= Number(bits)
    ? new Date(Number(expiry))
    : undefined
}

export const countLeadingZeroBits = (hash: Uint8Array): number => {
  const first = hash.findIndex((byte) => byte !== 0)
  return first === -1 ? hash.length * 8 : first * 8 + Math.clz32(hash[first] ?? 0) - 24
}
