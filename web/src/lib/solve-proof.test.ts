import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { solveProof } from './solve-proof.ts'

it.each([0, 1, 7, 8, 9, 13])('finds a nonce whose hash begins with %i zero bits', async (bits) => {
  const proof = await solveProof({ text: '1700000000000.13.abc.def', bits })
  expect(proof).toMatch(/^1700000000000\.13\.abc\.def:\w{1,20}$/)
  const hash = createHash('sha256').update(proof).digest()
  const zeros = [...hash].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  expect(zeros.startsWith('0'.repeat(bits))).toBe(true)
})
