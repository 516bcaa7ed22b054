import type { TryCall } from './try-calls.build.ts'

/** What the reader typed for a call. */
export type TryForm = { params: Record<string, string>; query: Record<string, string>; body: string }

export type TryResponse = {
  status: number
  statusText: string
  durationMs: number
  headers: [name: string, value: string][]
  text: string
}

/** A key of the sandbox. Any other one must not leave the field. */
export const isTestKey = (key: string) => /^bq_test_[\w-]{8,200}$/.test(key)

/** The path of a request with what was typed. Empty filters are left out. */
export const addressOf = ({ path }: TryCall, { params, query }: TryForm) => {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const typed = params[name]?.trim()
    return typed ? encodeURIComponent(typed) : whole
  })
  const search = new URLSearchParams(
    Object.entries(query)
      .map(([name, value]) => [name, value.trim()] as [string, string])
      .filter(([, value]) => value !== ''),
  )
  return search.size > 0 ? `${filled}?${search.toString()}` : filled
}

/** The same request for a terminal. The key stays a variable. */
export const toCurl = (call: TryCall, form: TryForm, origin: string) =>
  [
    `curl -sS ${call.method === 'GET' ? '' : `-X ${call.method} `}${quote(`${origin}${addressOf(call, form)}`)}`,
    '-H "Authorization: Bearer $BITQUAY_KEY"',
    ...(call.body === '' ? [] : ['-H "Content-Type: application/json"', `-d ${quote(form.body)}`]),
  ].join(' \\\n  ')

/** Nothing between single quotes means anything to a shell. */
const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Sends a request with the key and nothing else that the browser knows. */
export const sendTry = async (call: TryCall, form: TryForm, key: string): Promise<TryResponse> => {
  const started = performance.now()
  const response = await fetch(addressOf(call, form), {
    method: call.method,
    credentials: 'omit',
    cache: 'no-store',
    headers: {
      authorization: `Bearer ${key}`,
      ...(call.body === '' ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === '' ? {} : { body: form.body }),
  })
  const text = await response.text()
  return {
    status: response.status,
    statusText: response.statusText,
    durationMs: Math.round(performance.now() - started),
    headers: shownHeaders.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value] as [string, string]]
    }),
    text: format(text),
  }
}

/** Names of headers are the same in every case. */
const shownHeaders = [
  'x-request-id',
  'content-type',
  'x-next-cursor',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'allow',
]

/** A page of the longest list still fits. */
const mostCharacters = 200_000

const format = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, mostCharacters)
  } catch {
    return text.slice(0, mostCharacters)
  }
}

export const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
