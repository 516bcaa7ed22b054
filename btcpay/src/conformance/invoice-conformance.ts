import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { missingPaymentMethods } from '../missing-payment-methods.ts'
import { namesPath, unwrap } from '../outcome.ts'
import { invoices } from '../wire/invoices.ts'
import { LIGHTNING, ON_CHAIN } from '../wire/payment-methods.ts'
import type { World } from './world.ts'

const NO_SUCH_INVOICE = 'Q7FqDTpXg8nZ3yRb4w6ZzK'

/** Behaviors 13 to 20 and 23: creating, finding and reading invoices. What payments change is tested elsewhere. */
export const invoiceConformance = (world: () => World): void => {
  describe('creating an invoice', () => {
    it('returns what was requested at the current rate (18)', async () => {
      const { admin, createStore } = world()
      const store = await createStore({ rateUsd: 50_000 })
      const invoice = unwrap(
        await admin.invoices.create(store.id, {
          amount: '100',
          currency: 'USD',
          metadata: { orderId: 'o-1', custom: { deep: [1] } },
          checkout: { defaultLanguage: 'it-it ', expirationMinutes: 30, monitoringMinutes: 60 },
        }),
      )
      expect(invoice.id).toMatch(/^[1-9A-HJ-NP-Za-km-z]{20,23}$/)
      expect(invoice).toMatchObject({ status: 'New', additionalStatus: 'None', type: 'Standard', currency: 'USD' })
      expect(invoice.checkoutLink.endsWith(`/i/${invoice.id}`)).toBe(true)
      expect(invoice.expirationTime - invoice.createdTime).toBe(30 * 60)
      expect(invoice.monitoringExpiration - invoice.expirationTime).toBe(60 * 60)
      expect(invoice.metadata).toMatchObject({ orderId: 'o-1', custom: { deep: [1] } })
      expect(missingPaymentMethods([ON_CHAIN], invoice)).toEqual([])
      const [method] = unwrap(await admin.invoices.paymentMethods(store.id, invoice.id))
      expect(method).toMatchObject({ paymentMethodId: ON_CHAIN, currency: 'BTC', activated: true, payments: [] })
      expect(Number(method?.rate)).toBe(50_000)
      expect(Number(method?.due)).toBe(0.002)
      expect(method?.paymentLink).toMatch(/^bitcoin:/i)
    })

    it('reports all errors at once (13)', async () => {
      const { admin, createStore } = world()
      const store = await createStore()
      const outcome = await admin.invoices.create(store.id, {
        amount: '-1',
        checkout: { paymentTolerance: -2, paymentMethods: ['nonsense'] },
      })
      for (const path of ['Amount', 'Checkout.PaymentTolerance', 'Checkout.PaymentMethods[0]']) {
        expect(namesPath(outcome, path)).toBe(true)
      }
    })

    it('is refused without a wallet', async () => {
      const { admin, createStore } = world()
      const store = await createStore({ wallet: 'none' })
      expect(await admin.invoices.create(store.id, { amount: '1', currency: 'BTC' })).toMatchObject({
        kind: 'refused',
        status: 400,
        code: 'generic-error',
      })
    })

    it('accepts old method names and returns the new ones (20)', async () => {
      const { admin, createStore } = world()
      const store = await createStore({ lightning: true, settings: { defaultPaymentMethod: ON_CHAIN } })
      const invoice = unwrap(
        await admin.invoices.create(store.id, {
          amount: '0.001',
          currency: 'BTC',
          checkout: { paymentMethods: ['BTC', 'BTC-LightningNetwork'], defaultPaymentMethod: 'BTC_LightningLike' },
        }),
      )
      expect([...(invoice.checkout.paymentMethods ?? [])].sort()).toEqual([ON_CHAIN, LIGHTNING])
      expect(invoice.checkout.defaultPaymentMethod).toBe(LIGHTNING)
      const plain = unwrap(await admin.invoices.create(store.id, { amount: '0.001', currency: 'BTC' }))
      expect(plain.checkout.defaultPaymentMethod ?? null).toBeNull()
    })

    it('leaves out a method that fails without an error', async ({ skip }) => {
      const { admin, createStore, target } = world()
      const setDown = target.lightning?.setDown
      if (setDown === undefined) return skip('this target cannot take its Lightning node away')
      const store = await createStore({ lightning: true })
      const checkout = { paymentMethods: [ON_CHAIN, LIGHTNING] }
      await setDown(true)
      try {
        const invoice = unwrap(await admin.invoices.create(store.id, { amount: '0.001', currency: 'BTC', checkout }))
        expect(missingPaymentMethods([ON_CHAIN, LIGHTNING], invoice)).toEqual([LIGHTNING])
      } finally {
        await setDown(false)
      }
      const whole = unwrap(await admin.invoices.create(store.id, { amount: '0.001', currency: 'BTC', checkout }))
      expect(missingPaymentMethods([ON_CHAIN, LIGHTNING], whole)).toEqual([])
    })

    it('leaves lazy methods inactive (19)', async () => {
      const { admin, createStore } = world()
      const store = await createStore({ settings: { lazyPaymentMethods: true } })
      const invoice = unwrap(await admin.invoices.create(store.id, { amount: '0.001', currency: 'BTC' }))
      const read = async () => unwrap(await admin.invoices.paymentMethods(store.id, invoice.id))
      expect(await read()).toMatchObject([{ activated: false }])
      unwrap(await admin.invoices.activatePaymentMethod(store.id, invoice.id, ON_CHAIN))
      const [method] = await read()
      expect(method).toMatchObject({ activated: true, destination: expect.stringMatching(/^bcrt1/) })
    })
  })

  describe('an invoice', () => {
    it('includes its methods on request (15)', async () => {
      const { admin, createStore } = world()
      const store = await createStore()
      const { id } = unwrap(await admin.invoices.create(store.id, { amount: '0.001', currency: 'BTC' }))
      expect(unwrap(await admin.invoices.get(store.id, id)).paymentMethods ?? []).toEqual([])
      const full = unwrap(await admin.invoices.get(store.id, id, { includePaymentMethods: true }))
      expect(full.paymentMethods).toEqual(unwrap(await admin.invoices.paymentMethods(store.id, id)))
      const [listed] = unwrap(await admin.invoices.list(store.id, { take: 1, includePaymentMethods: true }))
      expect(listed?.paymentMethods).toEqual(full.paymentMethods)
    })

    it('shows the account key only to those who may change the store (23)', async () => {
      const { admin, createStore, withPermissions } = world()
      const store = await createStore()
      const { id } = unwrap(await admin.invoices.create(store.id, { amount: '0.001', currency: 'BTC' }))
      const viewer = await withPermissions([`btcpay.store.canviewinvoices:${store.id}`])
      expect(await viewer.invoices.paymentMethods(store.id, id, { includeSensitive: true })).toMatchObject({
        kind: 'refused',
        status: 403,
      })
      const [method] = unwrap(await viewer.invoices.paymentMethods(store.id, id))
      expect(method?.additionalData).toMatchObject({ keyPath: expect.stringMatching(/^\d+\/\d+$/) })
      expect(method?.additionalData?.accountDerivation ?? null).toBeNull()
    })

    it('of another store is forbidden, and one of no store is not found', async () => {
      const { admin, createStore, withPermissions } = world()
      const store = await createStore()
      const other = await createStore()
      const { id } = unwrap(await admin.invoices.create(other.id, { amount: '0.001', currency: 'BTC' }))
      const merchant = await withPermissions([`btcpay.store.canmodifyinvoices:${store.id}`])
      expect(await merchant.invoices.get(store.id, id)).toMatchObject({ kind: 'refused', status: 403 })
      expect(await merchant.invoices.get(other.id, id)).toMatchObject({ kind: 'refused', status: 403 })
      expect(await merchant.invoices.get(store.id, NO_SUCH_INVOICE)).toMatchObject({ kind: 'refused', status: 403 })
      expect(await merchant.invoices.find(store.id, NO_SUCH_INVOICE)).toMatchObject({ kind: 'ok', value: undefined })
      // Without the store in the path, the same request is checked for rights.
      const path = `/api/v1/invoices/${NO_SUCH_INVOICE}`
      expect(await admin.send({ method: 'GET', path, answer: z.unknown() })).toMatchObject({
        kind: 'refused',
        status: 403,
      })
    })

    it('can be marked manually, and a mark can be undone (14)', async () => {
      const { admin, createStore } = world()
      const store = await createStore()
      const receiver = await store.recordEvents()
      const created = unwrap(await admin.invoices.create(store.id, { amount: '0.001', currency: 'BTC' }))
      expect([...(created.availableStatusesForManualMarking ?? [])].sort()).toEqual(['Invalid', 'Settled'])
      const read = async () => unwrap(await admin.invoices.get(store.id, created.id))
      // The response is the invoice from before the mark, so it is read again.
      expect(unwrap(await admin.invoices.mark(store.id, created.id, 'Settled'))).toMatchObject({ status: 'New' })
      expect(await read()).toMatchObject({
        status: 'Settled',
        additionalStatus: 'Marked',
        availableStatusesForManualMarking: ['Invalid'],
      })
      expect(unwrap(await admin.invoices.mark(store.id, created.id, 'Invalid'))).toMatchObject({ status: 'Settled' })
      expect(await read()).toMatchObject({
        status: 'Invalid',
        additionalStatus: 'Marked',
        availableStatusesForManualMarking: ['Settled'],
      })
      expect(namesPath(await admin.invoices.mark(store.id, created.id, 'Invalid'), 'Status')).toBe(true)
      await receiver.typesUntil(created.id, 'InvoiceInvalid')
      expect(receiver.events(created.id)).toMatchObject([
        { type: 'InvoiceCreated' },
        { type: 'InvoiceSettled', manuallyMarked: true },
        { type: 'InvoiceInvalid', manuallyMarked: true },
      ])
    })
  })

  describe('invoices are listed', () => {
    it('page by page, newest first', async () => {
      const { admin, createStore } = world()
      const store = await createStore()
      const created: string[] = []
      for (let i = 0; i < 5; i++) {
        created.unshift(unwrap(await admin.invoices.create(store.id, { amount: '0.001', currency: 'BTC' })).id)
      }
      const read: string[] = []
      for (const skip of [0, 2, 4]) {
        read.push(...unwrap(await admin.invoices.list(store.id, { skip, take: 2 })).map((one) => one.id))
      }
      // Those of the same second may come in any order.
      expect([...read].sort()).toEqual([...created].sort())
      const times = unwrap(await admin.invoices.list(store.id, { take: 5 })).map((one) => one.createdTime)
      expect(times).toEqual([...times].sort((a, b) => b - a))
      expect(unwrap(await admin.invoices.list(store.id, { skip: 5, take: 2 }))).toEqual([])
    })

    it('by order id, which follows the metadata (16)', async () => {
      const { admin, createStore } = world()
      const store = await createStore()
      const [before, after] = [randomUUID(), randomUUID()]
      const body = { amount: '0.001', currency: 'BTC', metadata: { orderId: before, kept: false } }
      const { id } = unwrap(await admin.invoices.create(store.id, body))
      unwrap(await admin.invoices.create(store.id, { ...body, metadata: { orderId: randomUUID() } }))
      const idsOf = async (orderId: string) =>
        unwrap(await admin.invoices.list(store.id, { take: 10, orderIds: [orderId] })).map((one) => one.id)
      expect(await idsOf(before)).toEqual([id])
      unwrap(await admin.invoices.updateMetadata(store.id, id, { orderId: after }))
      expect(await idsOf(before)).toEqual([])
      expect(await idsOf(after)).toEqual([id])
      expect(unwrap(await admin.invoices.get(store.id, id)).metadata).toEqual({ orderId: after })
    })

    it('by status, by search term and by date (15)', async () => {
      const { admin, createStore } = world()
      const store = await createStore()
      const term = randomUUID()
      const open = unwrap(
        await admin.invoices.create(store.id, { amount: '0.001', currency: 'BTC', additionalSearchTerms: [term] }),
      )
      const marked = unwrap(await admin.invoices.create(store.id, { amount: '0.001', currency: 'BTC' }))
      unwrap(await admin.invoices.mark(store.id, marked.id, 'Settled'))
      const idsOf = async (query: { statuses?: ['New'] | ['Settled']; textSearch?: string; startDate?: number }) =>
        unwrap(await admin.invoices.list(store.id, { take: 10, ...query })).map((one) => one.id)
      expect(await idsOf({ statuses: ['New'] })).toEqual([open.id])
      expect(await idsOf({ statuses: ['Settled'] })).toEqual([marked.id])
      expect(await idsOf({ textSearch: term })).toEqual([open.id])
      expect(await idsOf({ startDate: marked.createdTime + 3600 })).toEqual([])
      expect((await idsOf({ startDate: open.createdTime - 3600 })).length).toBe(2)
    })

    it('not for invalid dates (15)', async () => {
      const { admin, createStore } = world()
      const store = await createStore()
      const inverted = await admin.invoices.list(store.id, {
        take: 1,
        startDate: 2_000_000_000,
        endDate: 1_000_000_000,
      })
      expect(namesPath(inverted, 'startDate') && namesPath(inverted, 'endDate')).toBe(true)
      const path = `/api/v1/stores/${store.id}/invoices`
      const odd = await admin.send({ method: 'GET', path, query: { take: 1, startDate: 'blah' }, answer: z.unknown() })
      expect(namesPath(odd, 'startDate')).toBe(true)
    })

    it("all of them when the server doesn't know the status", async () => {
      const { admin, createStore } = world()
      const store = await createStore()
      const { id } = unwrap(await admin.invoices.create(store.id, { amount: '0.001', currency: 'BTC' }))
      const path = `/api/v1/stores/${store.id}/invoices`
      const idsOf = async (status: string) => {
        const call = { method: 'GET' as const, path, query: { take: 10, status }, answer: invoices }
        return unwrap(await admin.send(call)).map((one) => one.id)
      }
      expect(await idsOf('Nonsense')).toEqual([id])
      // An old name of Processing, which isn't this invoice's status.
      expect(await idsOf('Paid')).toEqual([])
    })

    it('without archived ones by default (17)', async () => {
      const { admin, createStore } = world()
      const store = await createStore()
      const { id } = unwrap(await admin.invoices.create(store.id, { amount: '0.001', currency: 'BTC' }))
      unwrap(await admin.invoices.archive(store.id, id))
      expect(unwrap(await admin.invoices.list(store.id, { take: 10 }))).toEqual([])
      expect(unwrap(await admin.invoices.list(store.id, { take: 10, includeArchived: true }))).toMatchObject([{ id }])
      expect(unwrap(await admin.invoices.get(store.id, id)).archived).toBe(true)
      unwrap(await admin.invoices.unarchive(store.id, id))
      expect(unwrap(await admin.invoices.list(store.id, { take: 10 }))).toMatchObject([{ id, archived: false }])
    })
  })
}
