import type { Answer, Call } from '@bitquay/contract/call'
import { addressOf, type SentArgs } from './api.ts'
import { ApiError, errorOf } from './api-error.ts'
import { readToken } from './token.ts'

export type PageOf<C extends Call> = { rows: Answer<C>; next: string | undefined }

/** A page of a list, with the cursor of the next one, which travels in a header. */
export const askPage = async <C extends Call>(call: C, ...[sent]: SentArgs<C>): Promise<PageOf<C>> => {
  const response = await exchange(call, sent)
  const next = response.headers.get('x-next-cursor') ?? undefined
  return { rows: (await response.json()) as Answer<C>, next }
}

/** A call that is made at most once for a key, however often it is sent. */
export const askOnce = async <C extends Call>(
  call: C,
  idempotencyKey: string,
  ...[sent]: SentArgs<C>
): Promise<Answer<C>> => {
  const response = await exchange(call, sent, { 'idempotency-key': idempotencyKey })
  return (await response.json()) as Answer<C>
}

type Loose = { params?: unknown; query?: unknown; body?: unknown; signal?: AbortSignal | undefined }

const exchange = async (call: Call, sent: Loose = {}, headers: Record<string, string> = {}): Promise<Response> => {
  const token = readToken()
  let response: Response
  try {
    response = await fetch(addressOf(call, sent), {
      method: call.method,
      credentials: 'include',
      signal: sent.signal ?? null,
      headers: {
        accept: 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    })
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new ApiError(0, 'The server could not be reached.')
  }
  if (!response.ok) throw await errorOf(response)
  return response
}
