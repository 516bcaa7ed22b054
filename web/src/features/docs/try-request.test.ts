import { v1Calls } from '@bitquay/contract/v1/calls'
import { expect, test } from 'vitest'
import { colorJson } from './color-json.ts'
import { cutRuns } from './colored-run.ts'
import { reference } from './reference.build.ts'
import { tryCalls } from './try-calls.build.ts'
import { addressOf, isTestKey, toCurl } from './try-request.ts'

const callOf = (id: string) => {
  const found = tryCalls.find((call) => call.id === id)
  if (!found) throw new Error(`there is no call ${id}`)
  return found
}

test('the console can send every call but the stream, and starts from its example', () => {
  expect(tryCalls).toHaveLength(v1Calls.length - 1)
  const ids = new Set(tryCalls.map(({ id }) => id))
  const missing = reference.flatMap(({ calls }) => calls).filter(({ id }) => !ids.has(id))
  expect(missing.map(({ path }) => path)).toEqual(['/api/v1/events/stream'])
  expect(JSON.parse(callOf('post-api-v1-invoices').body)).toMatchObject({ amount: '49.90' })
  expect(callOf('get-api-v1-balances').body).toBe('')
})

test('an address has the typed parameters, escaped, and no empty filters', () => {
  const form = { params: { invoiceId: '../keys?x' }, query: { expand: 'payments', from: ' ' }, body: '' }
  expect(addressOf(callOf('get-api-v1-invoices-invoiceId'), form)).toBe(
    '/api/v1/invoices/..%2Fkeys%3Fx?expand=payments',
  )
})

test('the curl command has no key and can’t break out of its quotes', () => {
  const form = { params: {}, query: {}, body: `{"description": "it's $(rm -rf)"}` }
  expect(toCurl(callOf('post-api-v1-invoices'), form, 'https://pay.example.test')).toBe(
    [
      `curl -sS -X POST 'https://pay.example.test/api/v1/invoices'`,
      '-H "Authorization: Bearer $BITQUAY_KEY"',
      '-H "Content-Type: application/json"',
      String.raw`-d '{"description": "it'\''s $(rm -rf)"}'`,
    ].join(' \\\n  '),
  )
})

test('only a test key is accepted', () => {
  expect(isTestKey('bq_test_0123456789abcdef')).toBe(true)
  for (const key of ['', 'bq_live_0123456789abcdef', 'bq_test_', 'bq_test_a\nb12345678', 'sk_test_0123456789']) {
    expect(isTestKey(key), key).toBe(false)
  }
})

test('a response keeps its text when it is colored', () => {
  const text = JSON.stringify({ a: 'x "y"', list: [1.5, null, true], 'b:c': {} }, null, 2)
  const parts = cutRuns(text, colorJson(text))
  expect(parts.map(({ part }) => part).join('')).toBe(text)
  expect(parts.filter(({ color }) => color === 'name').map(({ part }) => part)).toEqual(['"a"', '"list"', '"b:c"'])
})
