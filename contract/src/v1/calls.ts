import type { Call } from '../call.ts'
import { listEvents } from '../webhooks.ts'
import { getBalances } from './balances.ts'
import { describeV1 } from './description.ts'
import * as invoices from './invoices.ts'
import * as paymentLinks from './payment-links.ts'
import { listTransactions } from './transactions.ts'
import * as withdrawals from './withdrawals.ts'

/** The API for merchants’ programs, in the order in which its reference tells of it. */
export const v1Calls: readonly Call[] = [
  invoices.createInvoice,
  invoices.getInvoice,
  invoices.listInvoices,
  invoices.markInvoice,
  invoices.refundInvoice,
  paymentLinks.createPaymentLink,
  paymentLinks.getPaymentLink,
  paymentLinks.listPaymentLinks,
  paymentLinks.changePaymentLink,
  withdrawals.createWithdrawal,
  withdrawals.getWithdrawal,
  withdrawals.listWithdrawals,
  listTransactions,
  getBalances,
  listEvents,
  describeV1,
]
