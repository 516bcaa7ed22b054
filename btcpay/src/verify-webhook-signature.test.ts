import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signWebhook, verifyWebhookSignature } from './verify-webhook-signature.ts'

const secret = 'sécret'
const body = Buffer.from('{\n  "type": "InvoiceSettled",\n  "invoiceId": "ä"\n}', 'utf8')
const good = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

describe('verifyWebhookSignature', () => {
  it('accepts BTCPay’s signatures', () => {
    expect(verifyWebhookSignature(body, good, secret)).toBe(true)
    expect(signWebhook(body, secret)).toBe(good)
  })

  it('refuses one changed byte anywhere in the body', () => {
    for (let at = 0; at < body.length; at++) {
      const changed = Buffer.from(body)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(verifyWebhookSignature(changed, good, secret)).toBe(false)
    }
  })

  it('refuses the same JSON in another format', () => {
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8'))))
    expect(verifyWebhookSignature(rewritten, good, secret)).toBe(false)
  })

  it.each([
    undefined,
    '',
    'sha256=',
    good.slice(7),
    good.slice(0, -1),
    `${good}0`,
    good.toUpperCase(),
    `sha1=${good.slice(7)}`,
    ` ${good}`,
    `${good}, ${good}`,
    'sha256=ü'.padEnd(good.length, '0'),
  ])('refuses the header %j', (header) => {
    expect(verifyWebhookSignature(body, header, secret)).toBe(false)
  })

  it('refuses several headers, another secret and no secret', () => {
    expect(verifyWebhookSignature(body, [good], secret)).toBe(false)
    expect(verifyWebhookSignature(body, good, 'other')).toBe(false)
    expect(verifyWebhookSignature(body, signWebhook(body, ''), '')).toBe(false)
  })
})
