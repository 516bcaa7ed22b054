import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox, type TestSandbox } from './testing/test-sandbox.ts'

/** The typical orders of invoice-lifecycle.md §3, on recorded deliveries. */
describe('webhooks arrive in the order', () => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.stop())

  it('of an on-chain payment that one block settles', async () => {
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
  })
})
