import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox, type TestSandbox } from './testing/test-sandbox.ts'

/** What payments change on an invoice, apart from the order of events. */
describe('an invoice', () => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.stop())

  it('is marked overpaid and has a negative amount due (21, 22)', async () => {
    const shop = await sandbox.shop({ networkFeeMode: 'Never' })
    const { id } = await shop.createInvoice()
    await sandbox.control.pay({ invoiceId: id, amountBtc: '1.002' })
    expect(await shop.invoice(id)).toMatchObject({
      status: 'Processing',
      additionalStatus: 'PaidOver',
      amount: '100.00',
    })
    const [method] = await shop.methods(id)
    expect(method).toMatchObject({ due: '-1.00000000', totalPaid: '1.00200000', amount: '0.00200000' })
    await sandbox.control.mine({ blocks: 1 })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Settled', additionalStatus: 'PaidOver' })
  })

  it('records more money after it settled and changes nothing else', async () => {
    const shop = await sandbox.shop({ networkFeeMode: 'Never' })
    const { id } = await shop.createInvoice()
    await sandbox.control.pay({ invoiceId: id })
    await sandbox.control.mine({ blocks: 1 })
    await sandbox.control.pay({ invoiceId: id, amountBtc: '0.002' })
    await sandbox.control.mine({ blocks: 1 })
    const settled = await shop.invoice(id)
    expect(settled).toMatchObject({ status: 'Settled', additionalStatus: 'None', paidAmount: '200.00' })
    expect((await shop.events()).filter((type) => type === 'InvoiceReceivedPayment')).toHaveLength(2)
  })

  it("keeps one counted payment without an extra fee when the payment's fee is bumped (26)", async () => {
    const shop = await sandbox.shop()
    const { id } = await shop.createInvoice()
    const { txid } = await sandbox.control.pay({ invoiceId: id })
    const bumped = await sandbox.control.replace({ txid: txid ?? '', keep: true })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Processing', additionalStatus: 'None' })
    await sandbox.control.mine({ blocks: 1 })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Settled', additionalStatus: 'None', paidAmount: '100.00' })
    const [method] = await shop.methods(id)
    const accounted = method?.payments.filter((payment) => payment.status === 'Settled')
    expect(accounted).toHaveLength(1)
    expect(accounted?.[0]?.id.startsWith(bumped.txid)).toBe(true)
    expect(Number(accounted?.[0]?.fee)).toBe(0)
  })

  it('is no longer overpaid when the overpayment is replaced by less (26)', async () => {
    const shop = await sandbox.shop()
    const { id } = await shop.createInvoice()
    const { txid } = await sandbox.control.pay({ invoiceId: id, amountBtc: '0.003' })
    expect(await shop.invoice(id)).toMatchObject({ additionalStatus: 'PaidOver' })
    await sandbox.control.replace({ txid: txid ?? '', amountBtc: '0.002' })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Processing', additionalStatus: 'None' })
  })

  it('broadcasts an evicted payment again with the next block', async () => {
    const shop = await sandbox.shop()
    const { id } = await shop.createInvoice()
    const { txid = '' } = await sandbox.control.pay({ invoiceId: id })
    await sandbox.control.evict({ txid })
    await sandbox.control.mine({ blocks: 1 })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Processing' })
    await sandbox.control.mine({ blocks: 1 })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Settled' })
  })

  it('waits for the confirmations of its speed policy', async () => {
    for (const [speedPolicy, blocks] of [
      ['LowMediumSpeed', 2],
      ['LowSpeed', 6],
    ] as const) {
      const shop = await sandbox.shop()
      const { id } = await shop.createInvoice({ checkout: { speedPolicy } })
      await sandbox.control.pay({ invoiceId: id })
      await sandbox.control.mine({ blocks: blocks - 1 })
      expect(await shop.invoice(id)).toMatchObject({ status: 'Processing' })
      await sandbox.control.mine({ blocks: 1 })
      expect(await shop.invoice(id)).toMatchObject({ status: 'Settled' })
    }
  })

  it('with HighSpeed still waits for a block when the payment is replaceable', async () => {
    const shop = await sandbox.shop()
    const { id } = await shop.createInvoice({ checkout: { speedPolicy: 'HighSpeed' } })
    await sandbox.control.pay({ invoiceId: id })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Processing' })
    await sandbox.control.mine({ blocks: 1 })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Settled' })
  })

  it('with HighSpeed settles unconfirmed when the payment is final', async () => {
    const shop = await sandbox.shop()
    const { id } = await shop.createInvoice({ checkout: { speedPolicy: 'HighSpeed' } })
    await sandbox.control.pay({ invoiceId: id, replaceable: false })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Settled' })
    expect((await shop.events()).slice(0, 3)).toEqual([
      'InvoiceCreated',
      'InvoicePaymentSettled',
      'InvoiceReceivedPayment',
    ])
  })

  it('loses confirmations in a reorganization while processing, and never after', async () => {
    const shop = await sandbox.shop()
    const { id } = await shop.createInvoice({ checkout: { speedPolicy: 'LowMediumSpeed' } })
    const { txid = '' } = await sandbox.control.pay({ invoiceId: id })
    await sandbox.control.mine({ blocks: 1 })
    await sandbox.control.reorg({ depth: 1, newBlocks: 2, exclude: [txid] })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Processing' })
    await sandbox.control.mine({ blocks: 2 })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Settled' })
    await sandbox.control.reorg({ depth: 3, exclude: [txid] })
    await sandbox.control.replace({ txid })
    await sandbox.control.mine({ blocks: 7 })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Settled', paidAmount: '100.00' })
  })

  it('of type top-up takes its price from the first payment (27)', async () => {
    const shop = await sandbox.shop()
    const invoice = await shop.createInvoice({ amount: null })
    expect(invoice).toMatchObject({ type: 'TopUp', checkout: { paymentMethods: ['BTC-CHAIN'] } })
    expect(Number(invoice.amount)).toBe(0)
    await sandbox.control.pay({ invoiceId: invoice.id, amountBtc: '0.5' })
    expect(await shop.invoice(invoice.id)).toMatchObject({
      status: 'Processing',
      additionalStatus: 'None',
      amount: '25000.00',
    })
    await sandbox.control.pay({ invoiceId: invoice.id, amountBtc: '0.1' })
    expect(await shop.invoice(invoice.id)).toMatchObject({ status: 'Processing', additionalStatus: 'PaidOver' })
  })

  it('adds up payments through different methods', async () => {
    const shop = await sandbox.shop()
    const { id } = await shop.createInvoice()
    await sandbox.control.pay({ invoiceId: id, amountBtc: '0.0005' })
    await sandbox.control.pay({ invoiceId: id, method: 'lightning' })
    expect(await shop.invoice(id)).toMatchObject({
      status: 'Processing',
      additionalStatus: 'None',
      paidAmount: '100.00',
    })
    await sandbox.control.mine({ blocks: 1 })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Settled' })
  })

  it('ignores a BOLT11 paid after the invoice expired', async () => {
    const shop = await sandbox.shop()
    await sandbox.control.lightning({ outliveSeconds: 3600 })
    const { id } = await shop.createInvoice()
    await sandbox.control.lightning({ outliveSeconds: 0 })
    const [, lightning] = await shop.methods(id)
    const { paymentHash } = (lightning?.['additionalData'] ?? {}) as { paymentHash?: string }
    await sandbox.control.clock({ advanceSeconds: 1000 })
    await sandbox.control.pay({ invoiceId: id, method: 'lightning' })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Expired', additionalStatus: 'None', paidAmount: '0.00' })
    const node = `/api/v1/stores/${shop.storeId}/lightning/BTC/invoices/${paymentHash}`
    expect(await sandbox.ok('GET', node)).toMatchObject({ status: 'Paid', amountReceived: '200000000' })
    expect(await shop.events()).toEqual(['InvoiceCreated', 'InvoiceExpired'])
  })

  it('cannot be paid over Lightning once its BOLT11 has expired too', async () => {
    const shop = await sandbox.shop()
    const { id } = await shop.createInvoice()
    await sandbox.control.clock({ advanceSeconds: 1000 })
    await expect(sandbox.control.pay({ invoiceId: id, method: 'lightning' })).rejects.toThrow()
  })

  it('paid while BTCPay is down finds the payment when BTCPay starts again', async () => {
    const shop = await sandbox.shop()
    const open = await shop.createInvoice({ checkout: { expirationMinutes: 60 } })
    const instant = await shop.createInvoice({ checkout: { expirationMinutes: 60 } })
    const ending = await shop.createInvoice()
    const gone = await shop.createInvoice({ checkout: { expirationMinutes: 1 } })
    await sandbox.control.clock({ advanceSeconds: 62 })
    expect(await shop.invoice(gone.id)).toMatchObject({ status: 'Expired' })
    await sandbox.control.engine({ down: true })
    await expect(shop.invoice(open.id)).rejects.toThrow()
    for (const { id } of [open, ending, gone]) await sandbox.control.pay({ invoiceId: id })
    await sandbox.control.pay({ invoiceId: instant.id, method: 'lightning' })
    await sandbox.control.mine({ blocks: 1 })
    await sandbox.control.clock({ advanceSeconds: 1000 })
    await sandbox.control.engine({ down: false })
    await shop.events()
    const typesOf = (id: string) =>
      shop.receiver.events.filter((event) => event.invoiceId === id).map(({ type }) => type)
    expect(await shop.invoice(open.id)).toMatchObject({ status: 'Settled' })
    expect(typesOf(open.id)).toEqual([
      'InvoiceCreated',
      'InvoicePaymentSettled',
      'InvoiceReceivedPayment',
      'InvoiceProcessing',
      'InvoiceSettled',
    ])
    expect(await shop.invoice(instant.id)).toMatchObject({ status: 'Settled', paidAmount: '100.00' })
    // Its time ran out meanwhile, and expiry is the first step of every advance.
    expect(await shop.invoice(ending.id)).toMatchObject({ status: 'Expired', additionalStatus: 'PaidLate' })
    expect(typesOf(ending.id).slice(-2)).toEqual(['InvoiceExpired', 'InvoicePaidAfterExpiration'])
    // A payment to an already expired invoice is missed meanwhile, as in BTCPay.
    expect(await shop.invoice(gone.id)).toMatchObject({ status: 'Expired', additionalStatus: 'None' })
  })

  it('that is unpaid expires two minutes after a start at the earliest', async () => {
    const shop = await sandbox.shop()
    const { id } = await shop.createInvoice({ checkout: { expirationMinutes: 1 } })
    await sandbox.control.engine({ down: true })
    await sandbox.control.clock({ advanceSeconds: 600 })
    await sandbox.control.engine({ down: false })
    await sandbox.control.clock({ advanceSeconds: 100 })
    expect(await shop.invoice(id)).toMatchObject({ status: 'New' })
    await sandbox.control.clock({ advanceSeconds: 21 })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Expired' })
  })
})
