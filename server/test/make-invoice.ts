import type { Deps } from '../src/deps.ts'
import { createInvoice } from '../src/invoices/create-invoice.ts'
import type { InvoiceOrder } from '../src/invoices/invoice-order.ts'

/** An invoice in dollars with default options. */
export const makeInvoice = (deps: Deps, merchantId: number, amount: string, more: Partial<InvoiceOrder> = {}) =>
  createInvoice(deps, {
    merchantId,
    amount,
    currency: 'USD',
    description: undefined,
    customerEmail: undefined,
    createdBy: 'test',
    idempotencyKey: undefined,
    ...more,
  })
