import type { z } from 'zod'
import type { Answer } from './exchange.ts'
import type { Outcome, Refused, Unknown } from './outcome.ts'
import { apiError, validationErrors } from './wire/errors.ts'

export type Expected<T> = {
  isRead: boolean
  /** What a 2xx must carry, or `'nothing'` where BTCPay returns an empty body. */
  answer: z.ZodType<T> | 'nothing'
  /** Returns what is wrong with a well-formed response, for example that it is about another store. */
  objection?: ((value: T) => string | undefined) | undefined
  /** How many rows of a list were requested. */
  maxRows?: number | undefined
}

/**
 * Turns a complete HTTP response into an outcome. A status alone proves little, because proxies respond for BTCPay too.
 */
export const readAnswer = <T>(answer: Answer, expected: Expected<T>): Outcome<T> => {
  const { status } = answer
  if (status >= 200 && status < 300) return readSuccess(answer, expected)
  if (status >= 300 && status < 400) {
    return unknown(answer, 'redirect', `it redirects to ${redirectedTo(answer.location)}`)
  }
  if (status >= 500 || status === 408) return readServerError(answer, expected.isRead)
  return readRefusal(answer)
}

/** Without the path, which may hold a key. */
const redirectedTo = (location: string | undefined): string =>
  location !== undefined && URL.canParse(location) ? new URL(location).origin : 'another address'

const readSuccess = <T>(answer: Answer, expected: Expected<T>): Outcome<T> => {
  const empty = answer.text.trim() === ''
  const json = empty ? undefined : parseJson(answer.text)
  if (!empty && json === undefined) return unknown(answer, 'not-json', 'the response isn’t JSON')
  if (expected.answer === 'nothing') return { kind: 'ok', value: undefined as T, status: answer.status }
  const rows = Array.isArray(json?.value) ? json.value.length : 0
  if (expected.maxRows !== undefined && rows > expected.maxRows) {
    return unknown(answer, 'too-large', `the response has ${rows} rows, but at most ${expected.maxRows} were requested`)
  }
  const parsed = expected.answer.safeParse(json?.value)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const where = issue === undefined || issue.path.length === 0 ? 'the whole' : issue.path.join('.')
    return unknown(answer, 'unexpected-shape', `${where}: ${issue?.message ?? 'unexpected'}`)
  }
  const objection = expected.objection?.(parsed.data)
  if (objection !== undefined) return unknown(answer, 'unexpected-shape', objection)
  return { kind: 'ok', value: parsed.data, status: answer.status }
}

/**
 * A 503 with a code comes from BTCPay itself. On a write only `not-available` (not synced, no keys to sign with) is a
 * refusal: `lightning-node-unavailable` also covers a node that stopped responding after the pay request.
 */
const readServerError = (answer: Answer, isRead: boolean): Refused | Unknown => {
  const error = answer.status === 503 ? readApiError(answer.text) : undefined
  if (error !== undefined && (isRead || error.code === 'not-available')) {
    return refused(answer, { code: error.code, message: error.message ?? error.code })
  }
  return {
    ...unknown(answer, 'server-error', `status ${answer.status}`),
    ...(error === undefined ? {} : { code: error.code }),
  }
}

/**
 * A body that BTCPay didn't write (for example a proxy's page) proves nothing. An empty one is one of BTCPay's bare
 * refusals.
 */
const readRefusal = (answer: Answer): Refused | Unknown => {
  if (answer.text.trim() === '') return refused(answer, { code: null, message: `status ${answer.status}` })
  const listed = validationErrors.safeParse(parseJson(answer.text)?.value)
  if (listed.success) {
    const message = listed.data.map((error) => `${error.path ?? '?'}: ${error.message ?? '?'}`).join('; ')
    return { ...refused(answer, { code: null, message }), validation: listed.data }
  }
  const error = readApiError(answer.text)
  if (error !== undefined) {
    return {
      ...refused(answer, { code: error.code, message: error.message ?? error.code }),
      ...(typeof error.missingPermission === 'string' ? { missingPermission: error.missingPermission } : {}),
    }
  }
  // A rate limit, from a proxy or BTCPay, means that the work wasn't done.
  if (answer.status === 429) return refused(answer, { code: null, message: 'too many requests' })
  return unknown(answer, 'not-json', `status ${answer.status} with a body that isn’t from BTCPay`)
}

const refused = (answer: Answer, reported: { code: string | null; message: string }): Refused => ({
  kind: 'refused',
  status: answer.status,
  ...reported,
  validation: [],
  ...(answer.retryAfterMs === undefined ? {} : { retryAfterMs: answer.retryAfterMs }),
})

const unknown = (answer: Answer, reason: Unknown['reason'], message: string): Unknown => ({
  kind: 'unknown',
  reason,
  message,
  status: answer.status,
  ...(answer.retryAfterMs === undefined ? {} : { retryAfterMs: answer.retryAfterMs }),
})

const readApiError = (text: string) => {
  const parsed = apiError.safeParse(parseJson(text)?.value)
  return parsed.success ? parsed.data : undefined
}

const parseJson = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
