import type { Call } from '../call.ts'
import { collectCalls } from '../collect-calls.ts'
import * as webhooks from '../webhooks.ts'
import * as balances from './balances.ts'
import * as description from './description.ts'
import * as invoices from './invoices.ts'
import * as paymentLinks from './payment-links.ts'
import * as refunds from './refunds.ts'
import * as transactions from './transactions.ts'
import * as withdrawals from './withdrawals.ts'

/** The API for merchants’ programs, in the order of its reference. */
export const v1Calls: readonly Call[] = [
  invoices,
  refunds,
  paymentLinks,
  withdrawals,
  transactions,
  balances,
  webhooks,
  description,
]
  .flatMap(collectCalls)
  .filter(({ path }) => path.startsWith('/api/v1/'))
