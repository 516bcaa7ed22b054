import { describe, expect, it } from 'vitest'
import { btcToSats } from '../amounts.ts'
import { unwrap } from '../outcome.ts'
import { ON_CHAIN } from '../wire/payment-methods.ts'
import { eventually } from './eventually.ts'
import { invoiceStage, PRICE_SATS } from './invoice-stage.ts'
import type { World } from './world.ts'

/** The orders of events while an invoice is open, from recorded deliveries. Behaviors 21, 22, 24 to 27 and 41. */
export const onChainLifecycleConformance = (world: () => World): void => {
  const { begin, readMethod, untilInvoice, untilStatus } = invoiceStage(world)

  describe('paid on-chain', () => {
    it('an invoice is processing when seen and settled by a block', async () => {
      const { chain } = world().target
      const { store, receiver, invoice, address } = await begin()
      const txid = await chain.pay(address, PRICE_SATS)
      await receiver.typesUntil(invoice.id, 'InvoiceProcessing')
      await untilStatus(store, invoice.id, 'Processing')
      await chain.mine(1)
      expect(await receiver.typesUntil(invoice.id, 'InvoiceSettled')).toEqual([
        'InvoiceCreated',
        'InvoiceReceivedPayment',
        'InvoiceProcessing',
        'InvoicePaymentSettled',
        'InvoiceSettled',
      ])
      const [, received, processing, paid, settled] = receiver.events(invoice.id)
      const payment = { id: expect.stringMatching(new RegExp(`^${txid}-\\d+$`)), destination: address }
      expect(received).toMatchObject({ afterExpiration: false, paymentMethodId: ON_CHAIN, payment })
      expect(processing).toMatchObject({ overPaid: false })
      expect(paid).toMatchObject({ afterExpiration: false, payment: { ...payment, status: 'Settled' } })
      expect(settled).toMatchObject({ manuallyMarked: false, overPaid: false })
      const final = await untilStatus(store, invoice.id, 'Settled')
      expect(btcToSats(final.paidAmount)).toBe(PRICE_SATS)
      // One that settled automatically can no longer be marked invalid.
      expect(final.availableStatusesForManualMarking).toEqual([])
      expect(await world().admin.invoices.mark(store.id, invoice.id, 'Invalid')).toMatchObject({ status: 422 })
      expect(receiver.deliveries.every((delivery) => delivery.isSigned)).toBe(true)
    })

    it('in two parts it stays open at the same address until it is complete (24, 41)', async () => {
      const { chain } = world().target
      const { store, receiver, invoice, address } = await begin()
      await chain.pay(address, PRICE_SATS / 2n)
      await untilStatus(store, invoice.id, 'New', 'PaidPartial')
      const half = await readMethod(store, invoice.id)
      expect(half.destination).toBe(address)
      expect(btcToSats(half.due)).toBe(PRICE_SATS / 2n)
      await chain.pay(address, btcToSats(half.due))
      await untilStatus(store, invoice.id, 'Processing')
      await chain.mine(1)
      expect(await receiver.typesUntil(invoice.id, 'InvoiceSettled')).toEqual([
        'InvoiceCreated',
        'InvoiceReceivedPayment',
        'InvoiceReceivedPayment',
        'InvoiceProcessing',
        'InvoicePaymentSettled',
        'InvoicePaymentSettled',
        'InvoiceSettled',
      ])
    })

    it('after a partial payment the rest includes another network fee by default', async () => {
      const { chain } = world().target
      const { store, invoice, address } = await begin({ settings: { networkFeeMode: 'MultiplePaymentsOnly' } })
      await chain.pay(address, PRICE_SATS / 2n)
      await untilStatus(store, invoice.id, 'New', 'PaidPartial')
      const { due, paymentMethodFee } = await readMethod(store, invoice.id)
      expect(btcToSats(due)).toBeGreaterThan(PRICE_SATS / 2n)
      expect(btcToSats(due) - PRICE_SATS / 2n).toBeLessThanOrEqual(btcToSats(paymentMethodFee))
    })

    it('too much is processing, and the amount due is negative (21)', async () => {
      const { chain } = world().target
      const { store, invoice, address, method } = await begin()
      await chain.pay(address, PRICE_SATS + 100_000_000n)
      await untilStatus(store, invoice.id, 'Processing', 'PaidOver')
      const paid = await readMethod(store, invoice.id)
      expect(btcToSats(paid.due)).toBe(-100_000_000n)
      expect(btcToSats(paid.totalPaid)).toBe(PRICE_SATS + 100_000_000n)
      expect(paid.amount).toBe(method.amount)
    })

    it('double is settled as overpaid (22)', async () => {
      const { chain } = world().target
      const { store, receiver, invoice, address } = await begin()
      await chain.pay(address, PRICE_SATS * 2n)
      await chain.mine(1)
      const final = await untilStatus(store, invoice.id, 'Settled', 'PaidOver')
      expect(btcToSats(final.paidAmount)).toBe(PRICE_SATS * 2n)
      await receiver.typesUntil(invoice.id, 'InvoiceSettled')
      expect(receiver.events(invoice.id).at(-1)).toMatchObject({ overPaid: true })
    })

    it('within the tolerance settles (25)', async () => {
      const { chain } = world().target
      const { store, invoice, address } = await begin({}, { checkout: { paymentTolerance: 50 } })
      await chain.pay(address, (PRICE_SATS * 3n) / 4n)
      await untilStatus(store, invoice.id, 'Processing')
    })

    it('a top-up takes the paid amount as its price (27)', async () => {
      const { chain } = world().target
      const { store, invoice, address } = await begin({ rateUsd: 50_000 }, { amount: null, currency: 'USD' })
      expect(invoice.type).toBe('TopUp')
      expect(Number(invoice.amount)).toBe(0)
      await chain.pay(address, 2_000_000n)
      const paid = await untilStatus(store, invoice.id, 'Processing')
      expect(Number(paid.amount)).toBe(1000)
    })

    it('an invoice with amount 0 settles without a payment', async () => {
      const { admin, createStore } = world()
      const store = await createStore()
      const { id } = unwrap(await admin.invoices.create(store.id, { amount: '0', currency: 'BTC' }))
      await untilStatus(store, id, 'Settled')
      expect(unwrap(await admin.invoices.paymentMethods(store.id, id))).toEqual([])
    })

    it('again after settling changes the sum and not the status', async () => {
      const { chain } = world().target
      const { store, receiver, invoice, address } = await begin()
      await chain.pay(address, PRICE_SATS)
      await chain.mine(1)
      await receiver.typesUntil(invoice.id, 'InvoiceSettled')
      await chain.pay(address, 5_000n)
      await receiver.typesUntil(invoice.id, 'InvoiceReceivedPayment')
      expect(receiver.events(invoice.id).at(-1)).toMatchObject({ afterExpiration: false })
      const more = await untilInvoice(
        store,
        invoice.id,
        'paid once more',
        (one) => btcToSats(one.paidAmount) > PRICE_SATS,
      )
      expect(more).toMatchObject({ status: 'Settled', additionalStatus: 'None' })
    })

    it('without confirmations settles when seen, its payment first (high speed)', async () => {
      const { chain } = world().target
      const { store, receiver, invoice, address } = await begin({}, { checkout: { speedPolicy: 'HighSpeed' } })
      await chain.pay(address, PRICE_SATS, { replaceable: false })
      expect(await receiver.typesUntil(invoice.id, 'InvoiceSettled')).toEqual([
        'InvoiceCreated',
        'InvoicePaymentSettled',
        'InvoiceReceivedPayment',
        'InvoiceProcessing',
        'InvoiceSettled',
      ])
      await untilStatus(store, invoice.id, 'Settled')
    })

    it('by a replaceable payment needs a block even at high speed', async () => {
      const { chain } = world().target
      const { store, invoice, address } = await begin({}, { checkout: { speedPolicy: 'HighSpeed' } })
      await chain.pay(address, PRICE_SATS, { replaceable: true })
      await untilStatus(store, invoice.id, 'Processing')
      await chain.mine(1)
      await untilStatus(store, invoice.id, 'Settled')
    })

    it('at low speed needs six blocks', async () => {
      const { chain } = world().target
      const { store, receiver, invoice, address } = await begin({}, { checkout: { speedPolicy: 'LowSpeed' } })
      await chain.pay(address, PRICE_SATS)
      await receiver.typesUntil(invoice.id, 'InvoiceProcessing')
      await chain.mine(5)
      expect(unwrap(await world().admin.invoices.get(store.id, invoice.id)).status).toBe('Processing')
      await chain.mine(1)
      await untilStatus(store, invoice.id, 'Settled')
    })
  })

  describe('a payment that is replaced (26)', () => {
    it('by a smaller one is no longer too much', async () => {
      const { chain } = world().target
      const { store, invoice, address } = await begin()
      const txid = await chain.pay(address, PRICE_SATS * 2n)
      await untilStatus(store, invoice.id, 'Processing', 'PaidOver')
      await chain.replace(txid, { amountSats: PRICE_SATS })
      await chain.mine(1)
      const final = await untilStatus(store, invoice.id, 'Settled')
      expect(btcToSats(final.paidAmount)).toBe(PRICE_SATS)
    })

    it('by one to another address leaves the invoice open without an event', async () => {
      const { chain } = world().target
      const { store, receiver, invoice, address } = await begin()
      const txid = await chain.pay(address, PRICE_SATS)
      await receiver.typesUntil(invoice.id, 'InvoiceProcessing')
      await chain.replace(txid, 'away')
      await chain.mine(1)
      await untilStatus(store, invoice.id, 'New')
      expect((await readMethod(store, invoice.id)).payments).toEqual([])
      const query = { onlyAccountedPayments: false }
      const [all] = unwrap(await world().admin.invoices.paymentMethods(store.id, invoice.id, query))
      expect(all?.payments).toMatchObject([{ status: 'Invalid' }])
      // Methods included in the invoice leave it out, and no parameter requests it.
      const full = await world().admin.invoices.get(store.id, invoice.id, { includePaymentMethods: true })
      expect(unwrap(full).paymentMethods?.flatMap(({ payments }) => payments)).toEqual([])
      expect(receiver.events(invoice.id).map((event) => event.type)).toEqual([
        'InvoiceCreated',
        'InvoiceReceivedPayment',
        'InvoiceProcessing',
      ])
    })

    it('with a higher fee counts once', async () => {
      const { chain } = world().target
      const { store, invoice, address } = await begin({ settings: { networkFeeMode: 'MultiplePaymentsOnly' } })
      const txid = await chain.pay(address, PRICE_SATS)
      await untilStatus(store, invoice.id, 'Processing')
      const bumped = await chain.replace(txid, 'bump')
      await chain.mine(1)
      await untilStatus(store, invoice.id, 'Settled')
      const method = await eventually('one payment counts', async () => {
        const read = await readMethod(store, invoice.id)
        return read.payments.length === 1 ? read : undefined
      })
      expect(method.payments[0]?.id.startsWith(bumped)).toBe(true)
      expect(btcToSats(method.due)).toBe(0n)
    })
  })
}
