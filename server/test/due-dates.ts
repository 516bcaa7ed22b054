import { openInvoice } from '@bitquay/contract/checkout'
import type { Deps } from '../src/deps.ts'
import type { InvoiceOrder } from '../src/invoices/invoice-order.ts'
import type { TestApp } from './app.ts'
import { type OwnStore, startHostileStage } from './hostile-stage.ts'
import { makeInvoice } from './make-invoice.ts'
import { ask } from './people.ts'

/** A calendar day, this many days from today. */
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** An invoice of 100 dollars that is due in two months. */
export const makeDueInvoice = async (deps: Deps, merchantId: number, more: Partial<InvoiceOrder> = {}) => {
  const { invoiceId } = await makeInvoice(deps, merchantId, '100.00', { dueDate: inDays(60), ...more })
  return invoiceId ?? ''
}

/** What the page of a customer does. */
export const openAs = (server: TestApp, invoiceId: string, from?: string) =>
  ask(server, openInvoice, { params: { invoiceId }, ...(from === undefined ? {} : { from }) })

export const attemptsOf = async ({ db }: Deps, invoiceId: string) => {
  const rows = await db
    .selectFrom('invoiceAttempts')
    .innerJoin('invoices', 'invoices.id', 'invoiceAttempts.invoiceRef')
    .selectAll('invoiceAttempts')
    .where('invoices.invoiceId', '=', invoiceId)
    .orderBy('invoiceAttempts.id')
    .execute()
  return rows.map((row) => ({ ...row, engineId: row.engineInvoiceId ?? '' }))
}

/** Merchants with their own server that a test may turn hostile, and strangers who open their invoices. */
export const startDueDateStage = async () => {
  const stage = await startHostileStage()
  const { deps, server, engine } = stage.money
  await engine.control.rate({ usd: '100000.00' })
  return {
    ...stage,
    deps,
    makeDueInvoice: ({ merchantId }: OwnStore) => makeDueInvoice(deps, merchantId),
    open: (invoiceId: string, from?: string) => openAs(server, invoiceId, from),
    attemptsOf: (invoiceId: string) => attemptsOf(deps, invoiceId),
  }
}
