import { hash, type Options, verify } from '@node-rs/argon2'
import { createPasswords, type Passwords } from '../src/platform/crypto/passwords.ts'

/** The least that argon2id allows: tests sign in thousands of times, and the cost has a test of its own. */
const cost: Options = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 }

export const createCheapPasswords = (): Passwords =>
  createPasswords({ hash: (password) => hash(password, cost), verify })
