import { v1Calls } from '@bitquay/contract/v1/calls'
import { createInvoice, listInvoices } from '@bitquay/contract/v1/invoices'
import { getKey } from '@bitquay/contract/v1/key'
import { listRates } from '@bitquay/contract/v1/rates'
import { createWithdrawal, quoteWithdrawal } from '@bitquay/contract/v1/withdrawals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../test/api-keys.ts'
import { type Money, startMoney } from '../test/money.ts'
import { ask } from '../test/people.ts'
import { readCurrencies } from './prices/index.ts'

let money: Money
let store: Awaited<ReturnType<Money['newStore']>>
let key: string
beforeAll(async () => {
  money = await startMoney()
  store = await money.newStore('basics', 2_000_000n)
  key = await addApiKey(money.server, store.merchantId)
})
afterAll(() => money.close())

test('a method that a path doesn’t have is refused with those it has, whatever the body is', async () => {
  const paths = new Set(v1Calls.map(({ path }) => path))
  for (const path of paths) {
    const has = v1Calls.filter((call) => call.path === path).map(({ method }) => method)
    for (const method of (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((name) => !has.includes(name))) {
      const answer = await money.server.app.inject({
        method,
        url: path.replace(/:(\w+)/g, '1'),
        headers: { 'content-type': 'text/plain', authorization: `Bearer ${key}` },
        payload: 'anything',
      })
      expect([path, method, answer.statusCode]).toEqual([path, method, 405])
      expect(answer.json()).toMatchObject({ code: 'method-not-allowed' })
      expect(String(answer.headers.allow).split(', ').sort()).toEqual([...has].sort())
    }
  }
  expect((await money.server.app.inject({ method: 'PUT', url: '/api/v1/nothing' })).statusCode).toBe(404)
})

test('a path is not taken for the parameter of another one that has the method', async () => {
  const answerTo = async (method: 'GET' | 'HEAD' | 'PATCH' | 'PUT', url: string) => {
    const { statusCode, headers } = await money.server.app.inject({ method, url })
    return [statusCode, headers.allow]
  }
  expect(await answerTo('PATCH', '/api/admin/merchants/summary')).toEqual([405, 'GET'])
  expect(await answerTo('PUT', '/api/admin/merchants/summary?x=/')).toEqual([405, 'GET'])
  expect(await answerTo('GET', '/api/v1/withdrawals/quote')).toEqual([405, 'POST'])
  expect(await answerTo('HEAD', '/api/v1/invoices')).toEqual([405, expect.stringContaining('GET')])
  expect(await answerTo('PUT', '/api/v1/invoices/')).toEqual([404, undefined])
  // Neither is revealed to exist.
  expect(await answerTo('PUT', '/api/sandbox/mine')).toEqual([404, undefined])
  expect(await answerTo('PUT', '/api/engine-hooks/1')).toEqual([404, undefined])
})

test('a refusal names the field and says in plain words what is wrong', async () => {
  const create = { amount: '10.00', currency: 'USD' }
  for (const [body, path, message] of [
    [{}, 'amount', 'Please enter a valid amount'],
    [{ ...create, description: 7 }, 'description', 'description must be a string'],
    [{ ...create, description: 'x'.repeat(501) }, 'description', 'description must have at most 500 characters'],
    [{ ...create, customerName: null }, 'customerName', 'customerName must be a string'],
    [{ ...create, metadata: { size: 9 } }, 'metadata.size', 'metadata.size must be a string'],
    [{ ...create, methodLimits: [{ min: '1' }] }, 'methodLimits.0.method', 'Use on-chain or lightning'],
    [
      { ...create, methodLimits: [{ method: 'lightning', low: '1' }] },
      'methodLimits.0.low',
      'Unknown field: methodLimits.0.low',
    ],
    [{ ...create, colour: 'blue' }, 'colour', 'Unknown field: colour'],
  ] as const) {
    const { body: refusal } = await ask(money.server, createInvoice, { token: key, body })
    expect((refusal.fields as object[])[0]).toEqual({ path, message })
    expect(refusal.message).toBe(message)
  }
  for (const [query, path, message] of [
    [{ limit: '1000' }, 'limit', 'limit must be at most 100'],
    [{ limit: 'many' }, 'limit', 'limit must be a number'],
    [{ status: 'open' }, 'status', 'status must be one of: new, processing, settled, expired, invalid'],
    [{ page: '2' }, 'page', 'Unknown field: page'],
  ] as const) {
    const { status, body } = await ask(money.server, listInvoices, { token: key, query: { ...query } })
    expect([status, body.fields]).toEqual([400, [{ path, message }]])
  }
})

test('any key can read what it may do, and nothing secret', async () => {
  for (const scopes of [['read'], ['invoices'], ['refunds'], ['withdrawals']] as const) {
    const own = await addApiKey(money.server, store.merchantId, scopes)
    const { status, body } = await ask(money.server, getKey, { token: own })
    expect([status, body]).toMatchObject([200, { scopes, mode: 'test', storeName: 'basics', expiresAt: null }])
    expect(own.startsWith(String(body.prefix))).toBe(true)
    expect(JSON.stringify(body)).not.toContain(own)
  }
  expect((await ask(money.server, getKey, { token: `bq_test_${'x'.repeat(40)}` })).status).toBe(401)
})

test('rates are listed for every currency that an invoice can be priced in', async () => {
  await readCurrencies(money.deps)
  const list = async (query: Record<string, string> = {}) => {
    const { body } = await ask(money.server, listRates, { token: key, query })
    return body as unknown as { currency: string; rate: string; stale: boolean }[]
  }
  const all = await list()
  expect(all.length).toBeGreaterThan(5)
  expect(all.find(({ currency }) => currency === 'USD')).toMatchObject({ rate: '100000.00', stale: false })
  expect(all.find(({ currency }) => currency === 'SATS')).toMatchObject({ rate: '100000000' })
  expect(all.every(({ rate }) => Number(rate) > 0)).toBe(true)
  expect(await list({ currency: 'EUR' })).toEqual(all.filter(({ currency }) => currency === 'EUR'))
  expect((await ask(money.server, listRates, { token: key, query: { currency: 'XXX' } })).status).toBe(400)
})

test('a quote is what the withdrawal then costs, and sends nothing', async () => {
  const address = await money.strangersAddress()
  const sender = await addApiKey(money.server, store.merchantId, ['withdrawals'], { withdrawalAddresses: [address] })
  const quoted = await ask(money.server, quoteWithdrawal, { token: sender, body: { amountUsd: '600.00' } })
  expect(quoted).toMatchObject({
    status: 200,
    body: { amountUsd: '600.00', amountBtc: '0.00600000', feeUsd: '0.00', sufficient: true, btcPrice: '100000.00' },
  })
  expect(await money.countPaid(address, 600_000n)).toBe(0)
  const sent = await ask(money.server, createWithdrawal, { token: sender, body: { address, amountUsd: '600.00' } })
  expect(sent.body).toMatchObject({ amountBtc: quoted.body.amountBtc, btcPrice: quoted.body.btcPrice })
  const much = await ask(money.server, quoteWithdrawal, { token: sender, body: { amountUsd: '999999.00' } })
  expect(much.body).toMatchObject({ sufficient: false })
})
