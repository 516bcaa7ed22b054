import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from './greenfield/routes/index.ts'
import { type Shop, startTestSandbox, type TestSandbox } from './testing/test-sandbox.ts'

const bodies: unknown[] = [
  undefined,
  '',
  '{',
  '{"amount":',
  'null',
  '[]',
  '[[[[{}]]]]',
  '"text"',
  '17',
  '<!doctype html>',
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}',
  JSON.stringify({
    amount: true,
    currency: {},
    metadata: [],
    checkout: 'x',
    permissions: [{}],
    destinations: 7,
    url: 9,
  }),
  JSON.stringify({
    amount: '1e3',
    name: '\u0000',
    email: '\ud800',
    status: null,
    config: [],
    labels: 'x',
    feeRate: 'x',
  }),
  JSON.stringify({
    amount: '9'.repeat(400),
    destinations: [null, 1, {}],
    selectedInputs: ['x'],
    BOLT11: {},
    expiry: 1.5,
  }),
  JSON.stringify({ transaction: 'zz', config: { derivationScheme: 'tpubNONSENSE' }, spread: -1, effectiveScript: 5 }),
  JSON.stringify({ existingMnemonic: 'abandon abandon', wordCount: 13, accountNumber: -1, savePrivateKeys: 'maybe' }),
  JSON.stringify({ amount: -1, expiry: -5, email: 'x', id: [], storeRole: 'King', url: 'javascript:alert(1)' }),
  JSON.stringify({ amount: '1', currency: '💰', metadata: { orderId: 'x'.repeat(100_000) } }),
]

const queries = [
  '',
  '?skip=-1&take=-1&limit=-5&count=-2&offset=-3&blockTarget=0&offsetIndex=-9',
  '?skip=x&take=1e9&startDate=blah&endDate=%00&status=%ff&orderId=&textSearch=%',
  '?take=99999999999999999999&includePaymentMethods=perhaps&currencyPair=%3Cscript%3E',
  '?__proto__=1&constructor=2&status[]=New&status[0]=Odd&statusFilter=None&labelFilter=%22',
]

/** For any input, the response is one of the API's own, nothing breaks and nobody gets more access than allowed. */
describe('invalid input', () => {
  let sandbox: TestSandbox
  let shop: Shop
  let invoiceId: string
  let plainKey: string
  const seen = new Set<number>()
  beforeAll(async () => {
    sandbox = await startTestSandbox()
    shop = await sandbox.shop()
    invoiceId = (await shop.createInvoice()).id
    plainKey = await sandbox.keyWith(`btcpay.store.canmodifystoresettings:${shop.storeId}`)
  })
  afterAll(() => sandbox.stop())

  const paths = (path: string): string[] => {
    const real: Record<string, string> = {
      storeId: shop.storeId,
      invoiceId,
      webhookId: shop.webhookId,
      paymentMethodId: 'BTC-CHAIN',
      paymentMethod: 'BTC-LN',
      cryptoCode: 'BTC',
    }
    const fill = (value: (name: string) => string) =>
      path.replace(/:([A-Za-z]+)/g, (_match, name: string) => value(name))
    return [...new Set([fill((name) => real[name] ?? 'nothing'), fill(() => '%00%2e%2e%2f'), fill(() => '__proto__')])]
  }

  const destructive = (method: string, path: string) =>
    method === 'DELETE' &&
    /(stores\/:storeId|users\/me|api-keys\/current|payment-methods\/:paymentMethodId|webhookId)$/.test(path)

  it.each(routes.map((route) => [route.method, route.path] as const))(
    'to %s %s gets a response of the API',
    async (method, path) => {
      for (const target of paths(path)) {
        for (const [at, body] of (method === 'GET' ? [undefined] : bodies).entries()) {
          const query = queries[at % queries.length] ?? ''
          for (const suffix of method === 'GET' ? queries : [query]) {
            if (destructive(method, path) && target === paths(path)[0]) continue
            const answer = await sandbox.call(method, `${target}${suffix}`, body, plainKey)
            const what = `${method} ${target}${suffix} ${String(body).slice(0, 80)} → ${answer.status} ${answer.text.slice(0, 200)}`
            seen.add(answer.status)
            expect([200, 201, 400, 401, 403, 404, 409, 410, 422, 503], what).toContain(answer.status)
            if (answer.status === 422) expect(answer.body, what).toEqual(expect.any(Array))
            if (answer.status === 503) expect(answer.body, what).toMatchObject({ code: expect.any(String) })
          }
        }
      }
    },
  )

  it('of another content type, size or path is refused', async () => {
    const send = (body: string, type: string, path = `/api/v1/stores/${shop.storeId}/invoices`) =>
      fetch(`${sandbox.url}${path}`, {
        method: 'POST',
        headers: { authorization: `token ${sandbox.adminKey}`, 'content-type': type },
        body,
      }).then((answer) => answer.status)
    expect(await send('<a/>', 'application/xml')).toBe(415)
    expect(await send('a=1', 'application/x-www-form-urlencoded')).toBe(415)
    expect(await send(JSON.stringify({ metadata: { text: 'x'.repeat(10_000_000) } }), 'application/json')).toBe(413)
    expect(await send('{}', 'application/json', '/api/v1/no-such-thing')).toBe(404)
  })

  it('in the credentials is refused', async () => {
    for (const header of [
      '',
      'token',
      'token ',
      'Bearer x',
      'Basic !!!',
      'Basic Og==',
      'nonsense',
      `token ${'a'.repeat(5000)}`,
    ]) {
      const answer = await fetch(`${sandbox.url}/api/v1/stores`, { headers: header ? { authorization: header } : {} })
      expect(answer.status, header).toBe(401)
      expect(await answer.json()).toMatchObject({ code: 'unauthenticated' })
    }
  })

  it('reaches every type of response', () => {
    expect([...seen]).toEqual(expect.arrayContaining([200, 400, 403, 404, 422]))
  })

  it('changes nothing', async () => {
    expect(await sandbox.call('GET', '/api/v1/health')).toMatchObject({ status: 200, body: { synchronized: true } })
    expect(await shop.createInvoice()).toMatchObject({ status: 'New' })
    expect(await sandbox.call('GET', '/api/v1/server/info', undefined, plainKey)).toMatchObject({ status: 200 })
    expect(await sandbox.call('POST', '/api/v1/stores', { name: 'x' }, plainKey)).toMatchObject({ status: 403 })
  })
})
