import type { Call } from '../call.ts'
import { collectCalls } from '../collect-calls.ts'
import * as webhooks from '../webhooks.ts'
import * as balances from './balances.ts'
import * as currencies from './currencies.ts'
import * as depositAddresses from './deposit-addresses.ts'
import * as description from './description.ts'
import * as invoices from './invoices.ts'
import * as key from './key.ts'
import * as paymentLinks from './payment-links.ts'
import * as rates from './rates.ts'
import * as refunds from './refunds.ts'
import * as requests from './requests.ts'
import * as signing from './signing.ts'
import * as transactions from './transactions.ts'
import * as webhookEndpoints from './webhook-endpoints.ts'
import * as withdrawals from './withdrawals.ts'

/** The API for merchants’ programs, in the order of its reference. */
export const v1Calls: readonly Call[] = [
  invoices,
  refunds,
  paymentLinks,
  depositAddresses,
  currencies,
  rates,
  withdrawals,
  signing,
  transactions,
  balances,
  webhooks,
  requests,
  webhookEndpoints,
  key,
  description,
]
  .flatMap(collectCalls)
  .filter(({ path }) => path.startsWith('/api/v1/'))
