import { describe, expect, it } from 'vitest'
import { btcToSats } from '../amounts.ts'
import { unwrap } from '../outcome.ts'
import { LIGHTNING } from '../wire/payment-methods.ts'
import { eventually } from './eventually.ts'
import { invoiceStage, PRICE_SATS } from './invoice-stage.ts'
import type { World } from './world.ts'

/** The orders of events when time runs out (behavior 41), and those of Lightning. */
export const otherLifecycleConformance = (world: () => World): void => {
  const { begin, readMethod, untilStatus } = invoiceStage(world)

  describe('too late', () => {
    const briefly = { checkout: { expirationMinutes: 1, monitoringMinutes: 1 } }

    it('an invoice expires, and a partial payment is marked (41)', async () => {
      const { chain, passTime } = world().target
      const { store, receiver, invoice, address } = await begin({}, briefly)
      await chain.pay(address, PRICE_SATS / 2n)
      await untilStatus(store, invoice.id, 'New', 'PaidPartial')
      await passTime(65)
      await receiver.typesUntil(invoice.id, 'InvoiceExpiredPaidPartial')
      await untilStatus(store, invoice.id, 'Expired', 'PaidPartial')
      await chain.mine(1)
      expect(await receiver.typesUntil(invoice.id, 'InvoicePaymentSettled')).toEqual([
        'InvoiceCreated',
        'InvoiceReceivedPayment',
        'InvoiceExpired',
        'InvoiceExpiredPaidPartial',
        'InvoicePaymentSettled',
      ])
      const [, , expired, , paid] = receiver.events(invoice.id)
      expect(expired).toMatchObject({ partiallyPaid: true })
      expect(paid).toMatchObject({ afterExpiration: true })
    })

    it('a full payment is marked late and never settles automatically (41)', async () => {
      const { chain, passTime } = world().target
      const { store, receiver, invoice, address } = await begin({}, briefly)
      await passTime(65)
      await receiver.typesUntil(invoice.id, 'InvoiceExpired')
      expect(receiver.events(invoice.id).at(-1)).toMatchObject({ partiallyPaid: false })
      await chain.pay(address, PRICE_SATS)
      await receiver.typesUntil(invoice.id, 'InvoicePaidAfterExpiration')
      await chain.mine(1)
      expect(await receiver.typesUntil(invoice.id, 'InvoicePaymentSettled')).toEqual([
        'InvoiceCreated',
        'InvoiceExpired',
        'InvoiceReceivedPayment',
        'InvoicePaidAfterExpiration',
        'InvoicePaymentSettled',
      ])
      const [, , received, , paid] = receiver.events(invoice.id)
      expect([received, paid]).toMatchObject([{ afterExpiration: true }, { afterExpiration: true }])
      await untilStatus(store, invoice.id, 'Expired', 'PaidLate')
      unwrap(await world().admin.invoices.mark(store.id, invoice.id, 'Settled'))
      await untilStatus(store, invoice.id, 'Settled', 'Marked')
    })

    it('a payment that never confirms makes the invoice invalid for good', async () => {
      const { chain, passTime } = world().target
      const { store, receiver, invoice, address } = await begin({}, briefly)
      await chain.pay(address, PRICE_SATS)
      await receiver.typesUntil(invoice.id, 'InvoiceProcessing')
      await passTime(130)
      await receiver.typesUntil(invoice.id, 'InvoiceInvalid')
      expect(receiver.events(invoice.id).at(-1)).toMatchObject({ manuallyMarked: false })
      await chain.mine(1)
      expect(await receiver.typesUntil(invoice.id, 'InvoicePaymentSettled')).toEqual([
        'InvoiceCreated',
        'InvoiceReceivedPayment',
        'InvoiceProcessing',
        'InvoiceInvalid',
        'InvoicePaymentSettled',
      ])
      expect(receiver.events(invoice.id).at(-1)).toMatchObject({ afterExpiration: true })
      expect(unwrap(await world().admin.invoices.get(store.id, invoice.id)).status).toBe('Invalid')
    })
  })

  describe('paid over Lightning', () => {
    it('an invoice settles at once, its payment first', async ({ skip }) => {
      const { lightning } = world().target
      if (lightning === undefined) return skip('this target has nobody to pay over Lightning (LND_REST_URL)')
      const { store, receiver, invoice } = await begin({ lightning: true })
      const prompt = await readMethod(store, invoice.id, LIGHTNING)
      expect(prompt.destination).toMatch(/^lnbcrt/)
      await lightning.pay(prompt.destination ?? '')
      expect(await receiver.typesUntil(invoice.id, 'InvoiceSettled')).toEqual([
        'InvoiceCreated',
        'InvoicePaymentSettled',
        'InvoiceReceivedPayment',
        'InvoiceProcessing',
        'InvoiceSettled',
      ])
      await untilStatus(store, invoice.id, 'Settled')
      const { payments, additionalData } = await readMethod(store, invoice.id, LIGHTNING)
      expect(payments).toMatchObject([{ id: additionalData?.paymentHash, status: 'Settled' }])
    })

    it('the rest after a partial on-chain payment has a new BOLT11', async ({ skip }) => {
      const { chain, lightning } = world().target
      if (lightning === undefined) return skip('this target has nobody to pay over Lightning (LND_REST_URL)')
      const { store, invoice, address } = await begin({ lightning: true })
      const before = await readMethod(store, invoice.id, LIGHTNING)
      await chain.pay(address, PRICE_SATS / 2n)
      await untilStatus(store, invoice.id, 'New', 'PaidPartial')
      const after = await eventually('there is a new BOLT11', async () => {
        const method = await readMethod(store, invoice.id, LIGHTNING)
        return method.destination === before.destination ? undefined : method
      })
      expect(btcToSats(after.due)).toBe(PRICE_SATS / 2n)
      await lightning.pay(after.destination ?? '')
      await untilStatus(store, invoice.id, 'Processing')
      await chain.mine(1)
      await untilStatus(store, invoice.id, 'Settled')
    })
  })
}
