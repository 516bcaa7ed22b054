import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * BTCPay signs the bytes that it sends (indented JSON), so the raw body is needed: parsed and written again it would be
 * other bytes. Every header, also one of the wrong form, takes the comparison in constant time.
 */
export const verifyWebhookSignature = (
  rawBody: Uint8Array,
  header: string | readonly string[] | undefined,
  secret: string,
): boolean => {
  // An HMAC under an empty key can be computed by anyone.
  if (secret === '' || typeof header !== 'string') return false
  const expected = Buffer.from(signWebhook(rawBody, secret), 'utf8')
  const given = Buffer.from(header, 'utf8')
  // Unequal lengths cannot be compared in constant time, and the length is no secret.
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The value of the `BTCPay-Sig` header. */
export const signWebhook = (rawBody: Uint8Array, secret: string): string =>
  `sha256=${createHmac('sha256', Buffer.from(secret, 'utf8')).update(rawBody).digest('hex')}`
