import { createHmac, timingSafeEqual } from 'node:crypto'

export function verify(secret, headers, body) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .some((part) => {
      const given = Buffer.from(part.replace('v1,', ''), 'base64')
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
}
