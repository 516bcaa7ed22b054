/** `lost`: nobody knows whether the server got it. `refused`: it did, and nothing happened. */
export type Outcome<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'lost'; message: string | undefined }

const patienceMs = 15_000

/** Errors after which the sale may exist, so that it must be sent again with the same id. */
const uncertain = new Set([
  'engine-unavailable',
  'price-unavailable',
  'unavailable',
  'internal-error',
  'request-in-progress',
])

export const sendCall = async <T>(path: string, body?: object): Promise<Outcome<T>> => {
  try {
    const response = await fetch(`/api/pos/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
      signal: AbortSignal.timeout(patienceMs),
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (response.ok) return { kind: 'ok', value: (await response.json()) as T }
    const { code = '', message = '' } = (await response.json()) as { code?: string; message?: string }
    if (uncertain.has(code) || response.status === 429) return { kind: 'lost', message }
    return { kind: 'refused', code, message }
  } catch {
    return { kind: 'lost', message: undefined }
  }
}
