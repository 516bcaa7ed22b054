import { fromSats, toSats } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { createInvoice } from '../invoices/index.ts'
import type { ReadyStore } from '../stores/index.ts'
import { callSandbox } from './call-sandbox.ts'
import type { Order } from './demo-world.ts'

/** What is still to be done about a sale, half a day later. */
export type Unfinished = { invoiceId: string; does: 'pay' } | { txid: string; does: 'replace' }

/** A customer orders and pays, or doesn't. */
export const makeDemoSale = async (deps: Deps, store: ReadyStore, order: Order): Promise<Unfinished | undefined> => {
  const { invoiceId, amount } = await createInvoice(deps, {
    merchantId: store.merchantId ?? 0,
    amount: order.amount,
    currency: 'USD',
    description: order.what,
    customerEmail: order.customerEmail,
    customerName: order.customerName,
    createdBy: 'system',
    idempotencyKey: undefined,
  })
  if (order.pays === 'never' || invoiceId === null) return undefined
  if (order.pays === 'late') return { invoiceId, does: 'pay' }
  const method = order.pays === 'lightning' ? 'lightning' : 'onchain'
  const due = toSats(amount ?? '0.00002000')
  const paid = { half: due / 2n, over: due + due / 4n }[order.pays as string]
  const { txid } = await callSandbox(deps, 'pay', {
    invoiceId,
    method,
    ...(paid === undefined ? {} : { amountBtc: fromSats(paid) }),
  })
  return order.pays === 'replaced' ? { txid: String(txid), does: 'replace' } : undefined
}

/** A payment that comes after the invoice expired, or one that its sender takes back before a block has it. */
export const finishDemoSale = (deps: Deps, sale: Unfinished) =>
  sale.does === 'pay'
    ? callSandbox(deps, 'pay', { invoiceId: sale.invoiceId, method: 'onchain' })
    : callSandbox(deps, 'replace', { txid: sale.txid })
