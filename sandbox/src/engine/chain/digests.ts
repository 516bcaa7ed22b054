import { createHash } from 'node:crypto'
import { ripemd160 } from '@noble/hashes/legacy.js'

/** Node's own digests: the history of a busy sandbox needs hundreds of thousands of them. */
export function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

export function sha256d(bytes: Uint8Array): Buffer {
  return sha256(sha256(bytes))
}

export function hash160(bytes: Uint8Array): Buffer {
  return Buffer.from(ripemd160(sha256(bytes)))
}
