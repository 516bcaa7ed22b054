import { createHash } from 'node:crypto'
import { countLeadingZeroBits } from '../src/accounts/proof-of-work.ts'
import type { Answered } from './people.ts'

/** Solves the challenge of a refused sign-in, as a browser would. Returns the header. */
export const solveProof = ({ body }: Answered): string => {
  const { text, bits } = body.challenge as { text: string; bits: number }
  for (let nonce = 0; ; nonce++) {
    const proof = `${text}:${nonce.toString(36)}`
    if (countLeadingZeroBits(createHash('sha256').update(proof).digest()) >= bits) return proof
  }
}

/** The cookie of a sign-in, as a browser sends it back. */
export const cookieOf = ({ headers }: Answered): string => String(headers['set-cookie']).split(';')[0] ?? ''
