import { createHash } from 'node:crypto'
import { ripemd160 } from '@noble/hashes/legacy.js'

/** Node's native digests, because the history of a busy sandbox needs hundreds of thousands of them. */
export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

export const sha256d = (bytes: Uint8Array): Buffer => sha256(sha256(bytes))

export const hash160 = (bytes: Uint8Array): Buffer => Buffer.from(ripemd160(sha256(bytes)))
