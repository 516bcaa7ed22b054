import { afterAll, describe, expect, test } from 'vitest'
import { everyOption, startInvoiceOptions } from '../test/invoice-options.ts'

const {
  money,
  merchantId,
  readEngine,
  readCheckout,
  createByForm,
  createByKey,
  createByPlugin,
  createByLink,
  createByTill,
} = await startInvoiceOptions()
afterAll(() => money.close())

const interfaces = [
  ['the form', createByForm],
  ['/api/v1', createByKey],
  ['the Greenfield-compatible API', createByPlugin],
  ['a payment link', createByLink],
  ['a till', createByTill],
] as const

describe.each(interfaces)('through %s', (_name, create) => {
  test('every option is what the engine’s own invoice has', async () => {
    const { status, invoiceId } = await create(everyOption)
    expect(status).toBe(200)
    const invoice = await readEngine(invoiceId)
    expect(invoice).toMatchObject({
      amount: '40.00',
      currency: 'EUR',
      type: 'Standard',
      metadata: { orderId: 'A 17/3', table: '5', waiter: 'Ada' },
      checkout: {
        expirationMinutes: 45,
        paymentMethods: ['BTC-CHAIN'],
        paymentTolerance: 2.5,
        speedPolicy: 'LowSpeed',
        redirectURL: everyOption.redirectUrl,
        redirectAutomatically: true,
        defaultLanguage: 'de',
      },
    })
    expect(invoice.expirationTime - invoice.createdTime).toBe(45 * 60)
    expect(await readCheckout(invoiceId)).toMatchObject({
      redirectUrl: `https://shop.example.test/done?invoice=${invoiceId}&order=A%2017%2F3`,
      redirectAutomatically: true,
      cancelUrl: 'https://shop.example.test/cart/A%2017%2F3',
      language: 'de',
      confirmationsNeeded: 6,
      lightningInvoice: null,
    })
  })

  test.each([
    [{ paymentMethods: ['lightning'] }, ['BTC-LN']],
    [{ paymentMethods: ['BTC-LN', 'BTC-CHAIN'] }, ['BTC-CHAIN', 'BTC-LN']],
    [{ methodLimits: [{ method: 'lightning', max: '39.99' }] }, ['BTC-CHAIN']],
    [{ methodLimits: [{ method: 'on-chain', min: '40.01' }] }, ['BTC-LN']],
    [{ methodLimits: [{ method: 'lightning', min: '40.00', max: '40' }] }, ['BTC-CHAIN', 'BTC-LN']],
  ])('%j offers %j', async (options, methods) => {
    const { invoiceId } = await create({ amount: '40.00', ...options })
    expect((await readEngine(invoiceId)).checkout.paymentMethods?.toSorted()).toEqual(methods)
  })

  test.each([
    ['USD', '12.34'],
    ['EUR', '12.34'],
    ['GBP', '12.34'],
    ['CHF', '12.35'],
    ['BRL', '60.10'],
    ['JPY', '1650'],
    ['KRW', '15000'],
    ['KWD', '3.125'],
    ['SATS', '21000'],
    ['BTC', '0.00021000'],
  ])('an amount in %s is the engine’s own', async (currency, amount) => {
    const { status, invoiceId } = await create({ amount, currency })
    expect(status).toBe(200)
    const invoice = await readEngine(invoiceId)
    expect({ currency: invoice.currency, amount: Number(invoice.amount) }).toEqual({ currency, amount: Number(amount) })
    expect(await readCheckout(invoiceId)).toMatchObject({ currency, amount })
  })

  test.each([
    [0, 'HighSpeed'],
    [1, 'MediumSpeed'],
    [2, 'LowMediumSpeed'],
    [6, 'LowSpeed'],
  ])('%i confirmations are the speed policy %s', async (confirmations, speedPolicy) => {
    const { invoiceId } = await create({ amount: '5.00', confirmations })
    expect((await readEngine(invoiceId)).checkout.speedPolicy).toBe(speedPolicy)
  })

  test.each([
    ['expirationMinutes', { expirationMinutes: 0 }],
    ['expirationMinutes', { expirationMinutes: 1.5 }],
    ['expirationMinutes', { expirationMinutes: '15' }],
    ['paymentMethods', { paymentMethods: ['DOGE'] }],
    [
      'methodLimits',
      {
        methodLimits: [
          { method: 'lightning', max: '1' },
          { method: 'on-chain', max: '1' },
        ],
      },
    ],
    ['methodLimits', { methodLimits: [{ method: 'lightning', min: '9', max: '8' }] }],
    ['paymentTolerance', { paymentTolerance: -1 }],
    ['paymentTolerance', { paymentTolerance: 100.5 }],
    ['confirmations', { confirmations: 3 }],
    ['redirectUrl', { redirectUrl: 'javascript:alert(1)' }],
    ['redirectAutomatically', { redirectAutomatically: 'yes' }],
    ['cancelUrl', { cancelUrl: 'data:text/html,x' }],
    ['language', { language: 'xx' }],
    ['dueDate', { dueDate: 'soon' }],
    ['currency', { currency: 'XXX' }],
    ['surcharge', { surcharge: 3 }],
  ])('a wrong %s is refused with 422 by its name, and nothing is created: %j', async (name, options) => {
    const count = async () =>
      (await money.deps.db.selectFrom('invoices').select('id').where('merchantId', '=', merchantId).execute()).length
    const before = await count()
    const { status, body } = await create({ amount: '40.00', ...options })
    expect([status, body]).toEqual([422, body])
    const fields = (Array.isArray(body) ? body : body.fields) as { path: string }[]
    const here = { confirmations: 'speedpolicy', language: 'defaultlanguage' }[name]
    const paths = fields.map(({ path }) => path.toLowerCase())
    expect(paths.some((path) => path.includes(name.toLowerCase()) || (here && path.includes(here)))).toBe(true)
    expect(await count()).toBe(before)
  })
})
