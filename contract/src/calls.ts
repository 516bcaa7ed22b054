import * as accountCare from './account-care.ts'
import * as actLog from './act-log.ts'
import * as adminMerchants from './admin-merchants.ts'
import * as adminPartners from './admin-partners.ts'
import * as adminTransactions from './admin-transactions.ts'
import * as admins from './admins.ts'
import * as apiKeys from './api-keys.ts'
import * as applicationRequests from './application-requests.ts'
import * as applications from './applications.ts'
import * as auth from './auth.ts'
import * as balances from './balances.ts'
import * as brands from './brands.ts'
import type { Call } from './call.ts'
import * as checkout from './checkout.ts'
import { collectCalls } from './collect-calls.ts'
import * as currencies from './currencies.ts'
import * as dashboard from './dashboard.ts'
import * as depositAddresses from './deposit-addresses.ts'
import * as description from './description.ts'
import * as embedding from './embedding.ts'
import * as engineHooks from './engine-hooks.ts'
import * as events from './events.ts'
import * as fees from './fees.ts'
import * as incidents from './incidents.ts'
import * as invoiceLists from './invoice-lists.ts'
import * as invoices from './invoices.ts'
import * as lightningAddresses from './lightning-addresses.ts'
import * as loopOut from './loop-out.ts'
import * as merchantUsers from './merchant-users.ts'
import * as merchants from './merchants.ts'
import * as notifications from './notifications.ts'
import * as partners from './partners.ts'
import * as paymentLinks from './payment-links.ts'
import * as personalData from './personal-data.ts'
import * as pos from './pos.ts'
import * as preferences from './preferences.ts'
import * as promoCodes from './promo-codes.ts'
import * as receipts from './receipts.ts'
import * as recoveryWords from './recovery-words.ts'
import * as refunds from './refunds.ts'
import * as restoredMoney from './restored-money.ts'
import * as restores from './restores.ts'
import * as revenue from './revenue.ts'
import * as sandbox from './sandbox.ts'
import * as search from './search.ts'
import * as security from './security.ts'
import * as status from './status.ts'
import * as statusHistory from './status-history.ts'
import * as system from './system.ts'
import * as team from './team.ts'
import * as tills from './tills.ts'
import * as transactions from './transactions.ts'
import { v1Calls } from './v1/calls.ts'
import * as webhooks from './webhooks.ts'
import * as withdrawals from './withdrawals.ts'

/**
 * Every call there is. A new call in one of these files needs no line here. A file that is missing here fails a test.
 */
const files = [
  accountCare,
  actLog,
  adminMerchants,
  adminPartners,
  admins,
  adminTransactions,
  apiKeys,
  applicationRequests,
  applications,
  auth,
  balances,
  brands,
  checkout,
  currencies,
  dashboard,
  depositAddresses,
  description,
  embedding,
  engineHooks,
  events,
  fees,
  incidents,
  invoiceLists,
  invoices,
  lightningAddresses,
  loopOut,
  merchants,
  merchantUsers,
  notifications,
  partners,
  paymentLinks,
  personalData,
  pos,
  preferences,
  promoCodes,
  receipts,
  recoveryWords,
  refunds,
  restoredMoney,
  restores,
  revenue,
  sandbox,
  search,
  security,
  status,
  statusHistory,
  system,
  team,
  tills,
  transactions,
  webhooks,
  withdrawals,
]

export const calls: readonly Call[] = [...new Set([...files.flatMap(collectCalls), ...v1Calls])]
