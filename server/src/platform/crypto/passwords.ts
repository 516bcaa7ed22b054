import { randomBytes } from 'node:crypto'
import { hash, type Options, verify } from '@node-rs/argon2'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import { ApiError } from '../http/api-error.ts'

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** Takes the same time without a hash to compare with, so that timing does not reveal which accounts exist. */
  verify: (hash: string | null | undefined, password: string) => Promise<boolean>
}

/**
 * OWASP's minimum for argon2id. The number is the algorithm: its const enum cannot be imported under isolatedModules.
 */
const cost: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const mostAtOnce = 3
const mostWaiting = 500

type Argon2 = {
  hash: (password: string, cost: Options) => Promise<string>
  verify: (hash: string, password: string) => Promise<boolean>
}

export const createPasswords = (argon2: Argon2 = { hash, verify }): Passwords => {
  const inTurn = limitConcurrency()
  const nobody = hashOfNobody()
  return {
    hash: (password) => inTurn(() => argon2.hash(password, cost)),
    verify: (hash, password) => inTurn(() => argon2.verify(hash ?? nobody, password)),
  }
}

/** Has the format and the cost of a hash, but no password. */
const hashOfNobody = () => {
  const part = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${part(16)}$${part(32)}`
}

/** Each hash takes memory and a thread: some requests wait, and more than that are refused. */
const limitConcurrency = () => {
  const hashing = createConcurrencyLimit(mostAtOnce)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (hashing.waiting() >= mostWaiting) throw new ApiError('unavailable', { retryAfterSeconds: 5 })
    return hashing.run(work)
  }
}
