import type { ProofChallenge } from '@bitquay/contract/errors'
import { sha256 } from '@noble/hashes/sha2.js'

/** So many hashes take a few hundredths of a second on a phone; then the page may draw. */
const batch = 8_000

/** Finds a proof of work for a challenge: a nonce whose hash begins with enough zero bits. */
export const solveProof = async ({ text, bits }: ProofChallenge): Promise<string> => {
  const encoder = new TextEncoder()
  for (let nonce = 0; ; nonce++) {
    const proof = `${text}:${nonce.toString(36)}`
    if (hasZeroBits(sha256(encoder.encode(proof)), bits)) return proof
    if (nonce % batch === batch - 1) await new Promise((resolve) => setTimeout(resolve))
  }
}

const hasZeroBits = (hash: Uint8Array, bits: number) => {
  const whole = bits >> 3
  for (let index = 0; index < whole; index++) if (hash[index] !== 0) return false
  return (hash[whole] ?? 0) >> (8 - (bits & 7)) === 0
}
