import type { Call } from '@bitquay/contract/call'
import { request } from './api.ts'
import { ApiError } from './api-error.ts'

/** A challenge is for one address, which a phone may change while it works. */
const mostTries = 4

/**
 * Makes a call that may ask for a proof of work, solves it without a word and asks again. What solves it is loaded when it
 * is needed, which is almost never.
 */
export const requestWithProof = async (
  call: Call,
  sent: { body: unknown },
  headers: Record<string, string> = {},
  tries = 1,
): Promise<Response> => {
  try {
    return await request(call, sent, headers)
  } catch (error) {
    if (!(error instanceof ApiError) || !error.body.challenge || tries >= mostTries) throw error
    const { solveProof } = await import('./solve-proof.ts')
    return requestWithProof(call, sent, { 'bitquay-proof': await solveProof(error.body.challenge) }, tries + 1)
  }
}
