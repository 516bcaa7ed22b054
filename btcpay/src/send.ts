import type { z } from 'zod'
import { exchange } from './exchange.ts'
import { objectToUrl } from './guarded-connect.ts'
import type { Outcome } from './outcome.ts'
import { readAnswer } from './read-answer.ts'
import { retryReads } from './retry-reads.ts'
import type { Transport } from './transport.ts'

export type Auth = { apiKey: string } | { email: string; password: string } | 'anonymous'

export type QueryValue = string | number | boolean | undefined | readonly string[]

export type Call<T> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to the server's base URL. Build ids into it with `segment`. */
  path: string
  query?: Record<string, QueryValue>
  body?: unknown
  /** What a 2xx carries. `'nothing'` for an empty body. */
  answer: z.ZodType<T> | 'nothing'
  /** Returns what is wrong with a well-formed response. */
  objection?: (value: T) => string | undefined
  /** How many rows of a list were requested. A response with more is refused. */
  maxRows?: number
  /** Overrides the transport's value, for lists that BTCPay doesn't page. */
  maxBodyBytes?: number
  /** Overrides the transport's value, for requests that BTCPay answers late by design. */
  timeoutMs?: number
}

export type CallOptions = { signal?: AbortSignal; timeoutMs?: number }

export type Send = <T>(call: Call<T>, options?: CallOptions) => Promise<Outcome<T>>

/** Reads are retried, writes never: BTCPay has no idempotency key, so a second try may act twice. */
export const createSend = (settings: { url: string; auth: Auth; transport: Transport; signal?: AbortSignal }): Send => {
  const { transport } = settings
  const objection = objectToUrl(settings.url, transport.policy) ?? objectToBase(settings.url)
  const headers = authHeaders(settings.auth)
  return async (call, options = {}) => {
    if (objection !== undefined) {
      const reason = objection === 'the address is internal' ? 'blocked-address' : 'bad-url'
      return { kind: 'unreachable', reason, message: objection }
    }
    const isRead = call.method === 'GET'
    const signal = firstOf(settings.signal, options.signal)
    const timeoutMs =
      options.timeoutMs ?? call.timeoutMs ?? (isRead ? transport.readTimeoutMs : transport.writeTimeoutMs)
    const url = settings.url.replace(/\/+$/, '') + call.path + queryString(call.query)
    const exchangeOnce = async (remainingMs: number) => {
      const sent = { ...headers, ...transport.headers?.() }
      const answer = await exchange(
        transport.dispatcher,
        {
          url,
          method: call.method,
          headers: call.body === undefined ? sent : { ...sent, 'content-type': 'application/json' },
          ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        },
        {
          timeoutMs: Math.min(timeoutMs, remainingMs),
          maxBodyBytes: call.maxBodyBytes ?? transport.maxBodyBytes,
          ...(signal === undefined ? {} : { signal }),
        },
      )
      if (answer.kind !== 'answered') return answer
      transport.observe?.({ method: call.method, url, status: answer.status, text: answer.text })
      return readAnswer(answer, {
        isRead,
        answer: call.answer,
        objection: call.objection,
        maxRows: call.maxRows,
      })
    }
    const attempt = (remainingMs: number) =>
      transport.watch
        ? transport.watch({ method: call.method, path: call.path }, () => exchangeOnce(remainingMs))
        : exchangeOnce(remainingMs)
    const { gate } = transport
    const send = (remainingMs: number) =>
      gate ? gate.pass({ timeoutMs: Math.min(timeoutMs, remainingMs), signal }, attempt) : attempt(remainingMs)
    return isRead ? retryReads(transport.retry, signal, send) : send(timeoutMs)
  }
}

const firstOf = (one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined =>
  one && other ? AbortSignal.any([one, other]) : (one ?? other)

/** One part of a path. An id such as `..` or an empty one would turn one request into another. */
export const segment = (id: string): string => {
  if (id === '' || id === '.' || id === '..') throw new TypeError(`not an id: ${JSON.stringify(id)}`)
  return encodeURIComponent(id)
}

const authHeaders = (auth: Auth): Record<string, string> => {
  const base = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'greenfield-client' }
  if (auth === 'anonymous') return base
  if ('apiKey' in auth) return { ...base, authorization: `token ${auth.apiKey}` }
  const credentials = Buffer.from(`${auth.email}:${auth.password}`, 'utf8').toString('base64')
  return { ...base, authorization: `Basic ${credentials}` }
}

const objectToBase = (text: string): string | undefined => {
  const url = new URL(text)
  return url.search !== '' || url.hash !== '' ? 'a base URL can’t have a query or fragment' : undefined
}

/** Lists are repeated keys. Undefined values are left out. */
const queryString = (query: Record<string, QueryValue> = {}): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
