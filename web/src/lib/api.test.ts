import { endSession } from '@bitquay/contract/accounts'
import { listMail } from '@bitquay/contract/sandbox'
import { describe, expect, it } from 'vitest'
import { addressOf } from './api.ts'
import { ApiError, errorOf, messageOf } from './api-error.ts'

describe('the text of a refusal', () => {
  const refusal = (body: string, statusText = '') => errorOf(new Response(body, { status: 503, statusText }))

  it('is the message, else the error, else the status text, else the number', async () => {
    expect((await refusal('{"message":"Closed today","error":"x"}', 'Unavailable')).message).toBe('Closed today')
    expect((await refusal('{"error":"Closed"}', 'Unavailable')).message).toBe('Closed')
    expect((await refusal('<html>', 'Service Unavailable')).message).toBe('Service Unavailable')
    expect((await refusal('')).message).toBe('HTTP 503')
  })

  it('keeps code and request id', async () => {
    const error = await refusal('{"message":"m","code":"unavailable","requestId":"r-1"}')
    expect(error).toMatchObject({ status: 503, code: 'unavailable', requestId: 'r-1' })
  })

  it('is the screen’s own when the answer had no sentence', async () => {
    for (const body of ['', '{}', '<html>', '{"message":""}']) {
      expect(messageOf(await refusal(body, 'Service Unavailable'), 'Failed to load wallet')).toBe(
        'Failed to load wallet',
      )
    }
    expect(messageOf(await refusal('{"message":"Closed today"}'), 'Failed to load wallet')).toBe('Closed today')
  })

  it('is the screen’s own when there was no answer', () => {
    expect(messageOf(new ApiError(0, 'unreachable'), 'Login failed')).toBe('Login failed')
    expect(messageOf(new TypeError('x'), 'Login failed')).toBe('Login failed')
    const wrong = new ApiError(401, 'Unauthorized', { message: 'Invalid email or password' })
    expect(messageOf(wrong, 'Login failed')).toBe('Invalid email or password')
  })
})

it('fills parameters and query into the address', () => {
  expect(addressOf(endSession, { params: { id: 7 } })).toBe('/api/auth/sessions/7')
  expect(addressOf(listMail, { query: { to: 'a+b@c.d' } })).toBe('/api/sandbox/mail?to=a%2Bb%40c.d')
  expect(addressOf(listMail, { query: {} })).toBe('/api/sandbox/mail')
})
