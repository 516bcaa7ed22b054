import type { ErrorBody, ErrorCode } from '@bitquay/contract/errors'
import * as t from './messages.ts'

/** A refusal of the server, or no answer at all (status 0). */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly requestId: string | undefined
  readonly fields: { path: string; message: string }[]
  /** All that it says: a `challenge` to solve first, or what is wrong with a `signing`. */
  readonly body: Partial<ErrorBody>
  /** What the server wrote for people. The message is the status text or the bare number if it wrote nothing. */
  readonly sentence: string | undefined

  constructor(status: number, message: string, body: Partial<ErrorBody> = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = body.code
    this.requestId = body.requestId
    this.fields = body.fields ?? []
    this.body = body
    this.sentence = body.message || body.error
  }
}

/**
 * Reads the refusal: the server's own sentence, else the status text, else the bare number. A proxy that answers instead of
 * the server doesn't name the request, but we know what we sent.
 */
export const errorOf = async (response: Response, requestId?: string): Promise<ApiError> => {
  const body = await readBody(response)
  const message = body.message || body.error || response.statusText || `HTTP ${response.status}`
  return new ApiError(response.status, message, { ...(requestId ? { requestId } : {}), ...body })
}

/** What to tell a person: the server's sentence when it gave one, else what the screen says by default. */
export const messageOf = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError && error.sentence) || otherwise

/** What support needs to find the request in the logs. */
export const requestCodeOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.requestId
    ? t.requestCode({ status: String(error.status), requestId: error.requestId })
    : undefined

const readBody = async (response: Response): Promise<Partial<ErrorBody>> => {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}
