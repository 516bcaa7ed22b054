import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * BTCPay signs the bytes that it sends (indented JSON), so this needs the raw body: parsing and serializing it would
 * change the bytes. Every header, even a malformed one, is compared in constant time.
 */
export const verifyWebhookSignature = (
  rawBody: Uint8Array,
  header: string | readonly string[] | undefined,
  secret: string,
): boolean => {
  // Anyone can compute an HMAC with an empty key.
  if (secret === '' || typeof header !== 'string') return false
  const expected = Buffer.from(signWebhook(rawBody, secret), 'utf8')
  const given = Buffer.from(header, 'utf8')
  // Different lengths can't be compared in constant time, and the length isn't secret.
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The value of the `BTCPay-Sig` header. */
export const signWebhook = (rawBody: Uint8Array, secret: string): string =>
  `sha256=${createHmac('sha256', Buffer.from(secret, 'utf8')).update(rawBody).digest('hex')}`
