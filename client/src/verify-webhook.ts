import type { BitquayEvent } from './event.ts'
import { webCrypto } from './web-crypto.ts'

/** The delivery isn't from us, was changed, or is too old to be trusted. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

type Headers = { get: (name: string) => string | null } | Record<string, string | string[] | undefined>

const toleranceSeconds = 5 * 60

/**
 * Checks a delivery by the rules of Standard Webhooks and returns its event. `body` is the text exactly as received:
 * parsing it first breaks the signature. During a secret rotation either signature is accepted.
 */
export const verifyWebhook = async (
  body: string,
  headers: Headers,
  secret: string,
  options: { now?: Date } = {},
): Promise<BitquayEvent> => {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new WebhookError('A signature header is missing.')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('The timestamp isn’t valid.')
  const ageSeconds = (options.now ?? new Date()).getTime() / 1000 - Number(timestamp)
  if (Math.abs(ageSeconds) > toleranceSeconds) throw new WebhookError('The message is too old or from the future.')
  const { subtle } = await webCrypto()
  const key = await subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of signatures.split(' ')) {
    const [version, text] = signature.split(',')
    // WebCrypto compares in constant time.
    if (version === 'v1' && text && (await subtle.verify('HMAC', key, decode(text), signed))) {
      return JSON.parse(body) as BitquayEvent
    }
  }
  throw new WebhookError('No signature matches.')
}

const headerOf = (headers: Headers, name: string): string | undefined => {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return Array.isArray(value) ? value[0] : (value as string | undefined)
}

const bytesOf = (secret: string) => {
  const bytes = decode(secret.replace(/^whsec_/, ''))
  if (bytes.length === 0) throw new WebhookError('The secret isn’t valid.')
  return bytes
}

const decode = (base64: string): Uint8Array<ArrayBuffer> => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array(0)
  }
}
