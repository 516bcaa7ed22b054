import type { Answer, Call, SentBody, SentParams, SentQuery } from '@bitquay/contract/call'
import { ApiError, errorOf } from './api-error.ts'
import { pageLanguage } from './language.ts'
import * as t from './messages.ts'
import { confirmPassword } from './password-check.ts'
import { readToken } from './token.ts'

type Part<K extends string, T> = [T] extends [undefined] ? { [P in K]?: undefined } : { [P in K]: T }
/** A query whose names are all optional may be left out. */
type QueryPart<T> = object extends T ? { query?: T } : Part<'query', T>

/** What a call needs: exactly the parts that its declaration has. */
export type Sent<C extends Call> = Part<'params', SentParams<C>> &
  QueryPart<SentQuery<C>> &
  Part<'body', SentBody<C>> & { signal?: AbortSignal | undefined }

/** Sent may be left out where a call needs nothing. */
export type SentArgs<C extends Call> = object extends Sent<C> ? [sent?: Sent<C>] : [sent: Sent<C>]

/** Makes a call of the contract and gives its answer; every refusal is an ApiError. */
export const ask = async <C extends Call>(call: C, ...[sent]: SentArgs<C>): Promise<Answer<C>> => {
  const response = await request(call, sent)
  return (await response.json()) as Answer<C>
}

/** The path of a call with its parameters and query filled in. */
export const addressOf = (call: Call, sent: { params?: unknown; query?: unknown } = {}): string => {
  const params = (sent.params ?? {}) as Record<string, unknown>
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(sent.query ?? {})) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

type Loose = { params?: unknown; query?: unknown; body?: unknown; signal?: AbortSignal | undefined }

/**
 * One exchange with the server, for calls whose headers matter too. Where the password was entered too long ago, the person
 * is asked for it and the call is made again.
 */
export const request = async (
  call: Call,
  sent: Loose = {},
  headers: Record<string, string> = {},
): Promise<Response> => {
  try {
    return await exchange(call, sent, headers)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'password-needed' || !(await confirmPassword())) throw error
    return exchange(call, sent, headers)
  }
}

const exchange = async (call: Call, sent: Loose, headers: Record<string, string>): Promise<Response> => {
  const token = readToken()
  const requestId = createRequestId()
  let response: Response
  try {
    response = await fetch(addressOf(call, sent), {
      method: call.method,
      credentials: 'include',
      signal: sent.signal ?? null,
      headers: {
        accept: 'application/json',
        'accept-language': pageLanguage(),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(requestId ? { 'x-request-id': requestId } : {}),
        ...headers,
      },
      ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    })
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new ApiError(0, t.notReached)
  }
  if (!response.ok) throw await errorOf(response, requestId)
  return response
}

/** Browsers have it on secure pages only. Elsewhere the server names the request. */
const createRequestId = () => ('randomUUID' in crypto ? crypto.randomUUID() : undefined)
