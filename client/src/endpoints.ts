import type { Call } from '@bitquay/contract/call'
import type { getBalances } from '@bitquay/contract/v1/balances'
import type * as invoices from '@bitquay/contract/v1/invoices'
import type * as paymentLinks from '@bitquay/contract/v1/payment-links'
import type * as refunds from '@bitquay/contract/v1/refunds'
import type { listTransactions } from '@bitquay/contract/v1/transactions'
import type * as withdrawals from '@bitquay/contract/v1/withdrawals'
import type { listEvents } from '@bitquay/contract/webhooks'

/** Method and path of a call, with its declaration as a type only: at run time nothing of the contract is loaded. */
export type Endpoint<C extends Call> = { method: C['method']; path: C['path']; readonly declaration?: C }

/** Doesn't compile when the contract has another method or path. */
const endpoint = <C extends Call>(method: C['method'], path: C['path']): Endpoint<C> => ({ method, path })

export const endpoints = {
  createInvoice: endpoint<typeof invoices.createInvoice>('POST', '/api/v1/invoices'),
  getInvoice: endpoint<typeof invoices.getInvoice>('GET', '/api/v1/invoices/:invoiceId'),
  listInvoices: endpoint<typeof invoices.listInvoices>('GET', '/api/v1/invoices'),
  markInvoice: endpoint<typeof invoices.markInvoice>('POST', '/api/v1/invoices/:invoiceId/mark'),
  createRefund: endpoint<typeof refunds.createRefund>('POST', '/api/v1/invoices/:invoiceId/refunds'),
  refundInvoice: endpoint<typeof refunds.refundInvoice>('POST', '/api/v1/invoices/:invoiceId/refund'),
  getRefund: endpoint<typeof refunds.getRefund>('GET', '/api/v1/refunds/:id'),
  listRefunds: endpoint<typeof refunds.listRefunds>('GET', '/api/v1/refunds'),
  cancelRefund: endpoint<typeof refunds.cancelRefund>('POST', '/api/v1/refunds/:id/cancel'),
  createPaymentLink: endpoint<typeof paymentLinks.createPaymentLink>('POST', '/api/v1/payment-links'),
  getPaymentLink: endpoint<typeof paymentLinks.getPaymentLink>('GET', '/api/v1/payment-links/:id'),
  listPaymentLinks: endpoint<typeof paymentLinks.listPaymentLinks>('GET', '/api/v1/payment-links'),
  changePaymentLink: endpoint<typeof paymentLinks.changePaymentLink>('PATCH', '/api/v1/payment-links/:id'),
  listTransactions: endpoint<typeof listTransactions>('GET', '/api/v1/transactions'),
  getBalances: endpoint<typeof getBalances>('GET', '/api/v1/balances'),
  createWithdrawal: endpoint<typeof withdrawals.createWithdrawal>('POST', '/api/v1/withdrawals'),
  getWithdrawal: endpoint<typeof withdrawals.getWithdrawal>('GET', '/api/v1/withdrawals/:id'),
  listWithdrawals: endpoint<typeof withdrawals.listWithdrawals>('GET', '/api/v1/withdrawals'),
  listEvents: endpoint<typeof listEvents>('GET', '/api/v1/events'),
}
