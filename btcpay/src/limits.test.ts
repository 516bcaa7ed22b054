import { describe, expect, it } from 'vitest'
import { createBtcpayClient } from './client.ts'
import { exampleInvoice, INVOICE_ID, STORE_ID } from './testing/example-answers.ts'
import { answerJson } from './testing/local-server.ts'
import { serveClient } from './testing/serve-client.ts'

const transaction = (index: number) => ({
  transactionHash: index.toString(16).padStart(64, '0'),
  comment: '',
  amount: '0.00001000',
  blockHash: null,
  blockHeight: 100,
  confirmations: 3,
  timestamp: 1_700_000_000,
  status: 'Confirmed',
  labels: {},
})

const answering = async (value: unknown) => {
  const { client } = await serveClient((_request, response) => answerJson(response, 200, value))
  return client
}

describe('a list with more rows than were requested is refused', () => {
  it.each([101, 60_000])('%i transactions', async (count) => {
    const client = await answering(Array.from({ length: count }, (_, index) => transaction(index)))
    const listed = await client.wallet.listTransactions(STORE_ID, { skip: 0, limit: 100 })
    expect(listed).toMatchObject({ kind: 'unknown', reason: 'too-large' })
  })

  it('two invoices for one', async () => {
    const client = await answering([exampleInvoice, exampleInvoice])
    expect(await client.invoices.list(STORE_ID, { take: 1 })).toMatchObject({ kind: 'unknown', reason: 'too-large' })
  })

  it('a list with exactly the requested rows is read', async () => {
    const client = await answering(Array.from({ length: 100 }, (_, index) => transaction(index)))
    expect(await client.wallet.listTransactions(STORE_ID, { skip: 0, limit: 100 })).toMatchObject({ kind: 'ok' })
  })
})

const absurd = ['9999999999999999999', '21000000.00000001', '0.000000001', '1e400', 'NaN', 'Infinity', '', ' 1']

describe('an impossible amount is an outcome and not an exception', () => {
  it.each(absurd)('of a transaction: %j', async (amount) => {
    const client = await answering([{ ...transaction(1), amount }])
    expect(await client.wallet.listTransactions(STORE_ID, { skip: 0, limit: 100 })).toMatchObject({
      kind: 'unknown',
      reason: 'unexpected-shape',
    })
  })

  it.each(absurd)('of a balance: %j', async (balance) => {
    const client = await answering({ balance, unconfirmedBalance: '0', confirmedBalance: '0' })
    expect(await client.wallet.overview(STORE_ID)).toMatchObject({ kind: 'unknown', reason: 'unexpected-shape' })
  })

  it.each(['9999999999999999999', '-9999999999999999999', '1e400', 'NaN', '1.5'])(
    'of a Lightning invoice: %j',
    async (amountReceived) => {
      const client = await answering({
        id: 'x',
        status: 'Paid',
        BOLT11: 'lnbc',
        paymentHash: 'x',
        expiresAt: 1_700_000_000,
        amountReceived,
      })
      expect(await client.lightning.getInvoice(STORE_ID, 'x')).toMatchObject({
        kind: 'unknown',
        reason: 'unexpected-shape',
      })
    },
  )

  it.each([
    ['BTC-CHAIN', '0.000000001'],
    ['BTC-CHAIN', '99999999999'],
    ['BTC-LN', '99999999999'],
  ])('of a payment through %s: %s', async (paymentMethodId, value) => {
    const client = await answering([
      {
        paymentMethodId,
        currency: 'BTC',
        activated: true,
        rate: '100000',
        amount: '0.001',
        due: '0.001',
        totalPaid: '0',
        paymentMethodPaid: '0',
        paymentMethodFee: '0',
        payments: [{ id: 'x', receivedDate: 1_700_000_000, value, fee: '0', status: 'Settled' }],
      },
    ])
    expect(await client.invoices.paymentMethods(STORE_ID, INVOICE_ID)).toMatchObject({
      kind: 'unknown',
      reason: 'unexpected-shape',
    })
  })
})

describe('numbers too large for a table are refused', () => {
  it.each([
    ['confirmations', 9_007_199_254_740_991],
    ['blockHeight', 2_147_483_648],
    ['timestamp', 9_007_199_254_740_991],
  ])('%s', async (field, value) => {
    const client = await answering([{ ...transaction(1), [field]: value }])
    expect(await client.wallet.listTransactions(STORE_ID, { skip: 0, limit: 100 })).toMatchObject({
      kind: 'unknown',
      reason: 'unexpected-shape',
    })
  })
})

it('reads only the first hundred labels of a transaction', async () => {
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`l${index}`, { type: 'raw' }]))
  const client = await answering([{ ...transaction(1), labels: many }])
  const listed = await client.wallet.listTransactions(STORE_ID, { skip: 0, limit: 100 })
  expect(listed.kind === 'ok' && Object.keys(listed.value[0]?.labels ?? {}).length).toBe(100)
})

it('aborts every request of a client whose work has ended', async () => {
  const silent = await serveClient(() => undefined)
  const over = new AbortController()
  const bounded = createBtcpayClient({
    url: silent.server.url,
    auth: { apiKey: 'key' },
    transport: { policy: { allowPrivate: true } },
    signal: over.signal,
  })
  const waiting = bounded.wallet.overview(STORE_ID)
  over.abort()
  expect(await waiting).toMatchObject({ reason: 'aborted' })
  await bounded.close()
})
