import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox, type TestSandbox } from './testing/test-sandbox.ts'

/**
 * The typical event orders of BTCPay's invoices, on recorded deliveries. The rate is 50000, so 100 USD is 0.002 BTC.
 */
describe('webhooks arrive in order for', () => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.stop())

  it('an on-chain payment that one block settles', async () => {
    const { control } = sandbox
    const shop = await sandbox.shop()
    const { id } = await shop.createInvoice()
    const { txid } = await control.pay({ invoiceId: id })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Processing', additionalStatus: 'None' })
    expect(await shop.events()).toEqual(['InvoiceCreated', 'InvoiceReceivedPayment', 'InvoiceProcessing'])
    await control.mine({ blocks: 1 })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Settled', additionalStatus: 'None', paidAmount: '100.00' })
    expect(await shop.events()).toEqual([
      'InvoiceCreated',
      'InvoiceReceivedPayment',
      'InvoiceProcessing',
      'InvoicePaymentSettled',
      'InvoiceSettled',
    ])
    const [method] = await shop.methods(id)
    expect(method?.payments[0]).toMatchObject({ status: 'Settled', value: '0.00200000' })
    expect(method?.payments[0]?.id.startsWith(`${txid}-`)).toBe(true)
    expect(shop.receiver.events.find(({ type }) => type === 'InvoiceSettled')).toMatchObject({
      manuallyMarked: false,
      overPaid: false,
      storeId: shop.storeId,
      invoiceId: id,
    })
  })

  it('a Lightning payment, settled before received', async () => {
    const shop = await sandbox.shop()
    const { id } = await shop.createInvoice()
    await sandbox.control.pay({ invoiceId: id, method: 'lightning' })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Settled', paidAmount: '100.00' })
    expect(await shop.events()).toEqual([
      'InvoiceCreated',
      'InvoicePaymentSettled',
      'InvoiceReceivedPayment',
      'InvoiceProcessing',
      'InvoiceSettled',
    ])
    const payment = shop.receiver.events.find(({ type }) => type === 'InvoiceReceivedPayment')
    expect(payment).toMatchObject({ paymentMethodId: 'BTC-LN', afterExpiration: false, payment: { status: 'Settled' } })
  })

  it('a payment in two parts', async () => {
    const { control } = sandbox
    const shop = await sandbox.shop()
    const { id } = await shop.createInvoice()
    const before = await shop.methods(id)
    await control.pay({ invoiceId: id, amountBtc: '0.001' })
    expect(await shop.invoice(id)).toMatchObject({ status: 'New', additionalStatus: 'PaidPartial' })
    const [onChain, lightning] = await shop.methods(id)
    expect(onChain?.destination).toBe(before[0]?.destination)
    // The second on-chain payment must pay the network fee too, and Lightning gets a new BOLT11 for the rest.
    expect(Number(onChain?.due)).toBeGreaterThan(0.001)
    expect(lightning?.due).toBe('0.00100000')
    expect(lightning?.destination).not.toBe(before[1]?.destination)
    await control.pay({ invoiceId: id })
    await control.mine({ blocks: 1 })
    expect(await shop.events()).toEqual([
      'InvoiceCreated',
      'InvoiceReceivedPayment',
      'InvoiceReceivedPayment',
      'InvoiceProcessing',
      'InvoicePaymentSettled',
      'InvoicePaymentSettled',
      'InvoiceSettled',
    ])
    expect(await shop.invoice(id)).toMatchObject({ status: 'Settled', additionalStatus: 'None', paidAmount: '100.00' })
  })

  it('a partial payment and expiry', async () => {
    const { control } = sandbox
    const shop = await sandbox.shop()
    const { id } = await shop.createInvoice()
    await control.pay({ invoiceId: id, amountBtc: '0.001' })
    await control.clock({ advanceSeconds: 902 })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Expired', additionalStatus: 'PaidPartial' })
    await control.mine({ blocks: 1 })
    expect(await shop.events()).toEqual([
      'InvoiceCreated',
      'InvoiceReceivedPayment',
      'InvoiceExpired',
      'InvoiceExpiredPaidPartial',
      'InvoicePaymentSettled',
    ])
    const [, , expired, , settled] = shop.receiver.events
    expect(expired).toMatchObject({ partiallyPaid: true })
    expect(settled).toMatchObject({ afterExpiration: true })
  })

  it('a late payment, which never settles automatically', async () => {
    const { control } = sandbox
    const shop = await sandbox.shop()
    const { id } = await shop.createInvoice()
    await control.clock({ advanceSeconds: 3 * 86_400 })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Expired', additionalStatus: 'None' })
    await control.pay({ invoiceId: id })
    await control.mine({ blocks: 6 })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Expired', additionalStatus: 'PaidLate' })
    expect(await shop.events()).toEqual([
      'InvoiceCreated',
      'InvoiceExpired',
      'InvoiceReceivedPayment',
      'InvoicePaidAfterExpiration',
      'InvoicePaymentSettled',
    ])
    expect(shop.receiver.events[1]).toMatchObject({ partiallyPaid: false })
    expect(shop.receiver.events[2]).toMatchObject({ afterExpiration: true })
    await sandbox.ok('POST', `/api/v1/invoices/${id}/status`, { status: 'Settled' })
    expect((await shop.events()).at(-1)).toBe('InvoiceSettled')
    expect(shop.receiver.events.at(-1)).toMatchObject({ manuallyMarked: true })
  })

  it('a payment that never confirms', async () => {
    const { control } = sandbox
    const shop = await sandbox.shop()
    const { id } = await shop.createInvoice()
    const { txid } = await control.pay({ invoiceId: id })
    await control.clock({ advanceSeconds: 900 + 86_400 + 2 })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Invalid', additionalStatus: 'None' })
    expect(txid).toBeDefined()
    await control.mine({ blocks: 1 })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Invalid' })
    expect(await shop.events()).toEqual([
      'InvoiceCreated',
      'InvoiceReceivedPayment',
      'InvoiceProcessing',
      'InvoiceInvalid',
      'InvoicePaymentSettled',
    ])
    expect(shop.receiver.events[3]).toMatchObject({ manuallyMarked: false })
    expect(shop.receiver.events[4]).toMatchObject({ afterExpiration: true })
  })

  it('an invoice with amount 0, which settles at once', async () => {
    const shop = await sandbox.shop()
    const { id } = await shop.createInvoice({ amount: '0' })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Settled', checkout: { paymentMethods: [] } })
    expect(await shop.events()).toEqual(['InvoiceCreated', 'InvoiceProcessing', 'InvoiceSettled'])
  })

  it('a replaced payment, which sends no event', async () => {
    const { control } = sandbox
    const shop = await sandbox.shop()
    const { id } = await shop.createInvoice()
    const { txid } = await control.pay({ invoiceId: id })
    await control.replace({ txid: txid ?? '' })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Processing' })
    await control.mine({ blocks: 1 })
    expect(await shop.invoice(id)).toMatchObject({ status: 'New', additionalStatus: 'None', paidAmount: '0.00' })
    const [method] = await shop.methods(id)
    expect(method?.payments).toMatchObject([{ status: 'Invalid' }])
    expect(await shop.events()).toEqual(['InvoiceCreated', 'InvoiceReceivedPayment', 'InvoiceProcessing'])
  })
})
