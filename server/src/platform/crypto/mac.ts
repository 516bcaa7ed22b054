import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Keyed hashes: without the application secret nobody can create one or test a guess against one. */
export type Mac = {
  /** With the current secret. */
  sign: (text: string) => string
  /** One for each known secret: the current one first, then the one before the last rotation. */
  signers: ((text: string) => string)[]
  verify: (text: string, signature: string) => boolean
}

/** `purpose` gives each use its own key, so that a signature for one use is never valid for another. */
export const createMac = (purpose: string, secret: string, previousSecret?: string): Mac => {
  const current = createSigner(secret, purpose)
  const signers = [current, ...(previousSecret ? [createSigner(previousSecret, purpose)] : [])]
  return {
    sign: current,
    signers,
    verify: (text, signature) => signers.some((sign) => isEqual(sign(text), signature)),
  }
}

const createSigner = (secret: string, purpose: string) => {
  const key = deriveKey(secret, purpose)
  return (text: string) => createHmac('sha256', key).update(text).digest('base64url')
}

const deriveKey = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `bitquay ${purpose}`, 32))

const isEqual = (expected: string, given: string) => {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
