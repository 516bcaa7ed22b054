import { satsToBtc } from '../amounts.ts'
import { unwrap } from '../outcome.ts'
import type { CreateInvoiceRequest, Invoice } from '../wire/invoices.ts'
import { ON_CHAIN } from '../wire/payment-methods.ts'
import { eventually } from './eventually.ts'
import type { StoreOptions, TestStore, World } from './world.ts'

export const PRICE_SATS = 1_000_000n

/** A store with one invoice whose events are recorded, and ways to wait for its changes. */
export const invoiceStage = (world: () => World) => {
  const begin = async (options: StoreOptions = {}, body: CreateInvoiceRequest = {}) => {
    const store = await world().createStore(options)
    const receiver = await store.recordEvents()
    const invoice = unwrap(
      await world().admin.invoices.create(store.id, { amount: satsToBtc(PRICE_SATS), currency: 'BTC', ...body }),
    )
    const method = await readMethod(store, invoice.id)
    return { store, receiver, invoice, method, address: method.destination ?? '' }
  }

  const readMethod = async (store: TestStore, invoiceId: string, methodId: string = ON_CHAIN) => {
    const methods = unwrap(await world().admin.invoices.paymentMethods(store.id, invoiceId))
    const found = methods.find((one) => one.paymentMethodId === methodId)
    if (found === undefined) throw new Error(`the invoice has no ${methodId}`)
    return found
  }

  const untilInvoice = (store: TestStore, invoiceId: string, what: string, fits: (invoice: Invoice) => boolean) =>
    eventually(`the invoice is ${what}`, async () => {
      const invoice = unwrap(await world().admin.invoices.get(store.id, invoiceId))
      return fits(invoice) ? invoice : undefined
    })

  const untilStatus = (store: TestStore, invoiceId: string, status: string, additional = 'None') =>
    untilInvoice(
      store,
      invoiceId,
      `${status} and ${additional}`,
      (invoice) => invoice.status === status && invoice.additionalStatus === additional,
    )

  return { begin, readMethod, untilInvoice, untilStatus }
}
