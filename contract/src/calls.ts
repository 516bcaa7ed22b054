import * as accountCare from './account-care.ts'
import * as accountsAdmins from './accounts.admins.ts'
import * as accountsSecurity from './accounts.security.ts'
import * as accounts from './accounts.ts'
import * as apiKeys from './api-keys.ts'
import * as applicationsAdmin from './applications.admin.ts'
import * as applicationsRequests from './applications.requests.ts'
import * as applications from './applications.ts'
import * as auditLog from './audit-log.ts'
import * as balances from './balances.ts'
import * as brands from './brands.ts'
import type { Call } from './call.ts'
import * as checkout from './checkout.ts'
import { collectCalls } from './collect-calls.ts'
import * as dashboard from './dashboard.ts'
import * as depositAddresses from './deposit-addresses.ts'
import * as doctor from './doctor.ts'
import * as feeCollection from './fee-collection.ts'
import * as fees from './fees.ts'
import * as invoices from './invoices.ts'
import * as lightningAddresses from './lightning-addresses.ts'
import * as loopOut from './loop-out.ts'
import * as mail from './mail.ts'
import * as merchantsAdmin from './merchants.admin.ts'
import * as merchantsPeople from './merchants.people.ts'
import * as merchantsTeam from './merchants.team.ts'
import * as merchants from './merchants.ts'
import * as merchantsUsers from './merchants.users.ts'
import * as notifications from './notifications.ts'
import * as operations from './operations.ts'
import * as ownKeys from './own-keys.ts'
import * as partnersAdmin from './partners.admin.ts'
import * as partners from './partners.ts'
import * as paymentLinks from './payment-links.ts'
import * as people from './people.ts'
import * as platformDescription from './platform.description.ts'
import * as platformEvents from './platform.events.ts'
import * as platformBrandAdmin from './platform-brand.admin.ts'
import * as platformBrandLegal from './platform-brand.legal.ts'
import * as platformBrand from './platform-brand.ts'
import * as platformSpendings from './platform-spendings.ts'
import * as prices from './prices.ts'
import * as promoCodes from './promo-codes.ts'
import * as refunds from './refunds.ts'
import * as restoresMoney from './restores.money.ts'
import * as restores from './restores.ts'
import * as revenue from './revenue.ts'
import * as sandbox from './sandbox.ts'
import * as search from './search.ts'
import * as signing from './signing.ts'
import * as status from './status.ts'
import * as stores from './stores.ts'
import * as tillsItems from './tills.items.ts'
import * as tillsPos from './tills.pos.ts'
import * as tillsReports from './tills.reports.ts'
import * as tillsTaxes from './tills.taxes.ts'
import * as tills from './tills.ts'
import * as transactionsAdmin from './transactions.admin.ts'
import * as transactions from './transactions.ts'
import { v1Calls } from './v1/calls.ts'
import * as webhooks from './webhooks.ts'
import * as withdrawals from './withdrawals.ts'

/**
 * Every call there is. A new call in one of these files needs no line here. A file that is missing here fails a test.
 */
const files = [
  accountCare,
  accounts,
  accountsAdmins,
  accountsSecurity,
  apiKeys,
  applications,
  applicationsAdmin,
  applicationsRequests,
  auditLog,
  balances,
  brands,
  checkout,
  dashboard,
  depositAddresses,
  doctor,
  feeCollection,
  fees,
  invoices,
  lightningAddresses,
  loopOut,
  merchants,
  mail,
  merchantsAdmin,
  merchantsPeople,
  merchantsTeam,
  merchantsUsers,
  notifications,
  operations,
  ownKeys,
  partners,
  partnersAdmin,
  paymentLinks,
  people,
  platformBrand,
  platformSpendings,
  platformBrandAdmin,
  platformBrandLegal,
  platformDescription,
  platformEvents,
  prices,
  promoCodes,
  refunds,
  restores,
  restoresMoney,
  revenue,
  sandbox,
  search,
  signing,
  status,
  stores,
  tills,
  tillsItems,
  tillsPos,
  tillsReports,
  tillsTaxes,
  transactions,
  transactionsAdmin,
  webhooks,
  withdrawals,
]

export const calls: readonly Call[] = [...new Set([...files.flatMap(collectCalls), ...v1Calls])]
