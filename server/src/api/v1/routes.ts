import type { Deps } from '../../deps.ts'
import type { Route } from '../../platform/http/route.ts'
import { balances } from './balances.ts'
import { description } from './description.ts'
import { events } from './events.ts'
import { invoices } from './invoices.ts'
import { paymentLinks } from './payment-links.ts'
import { transactions } from './transactions.ts'
import { withdrawals } from './withdrawals.ts'

/** The API for a merchant's programs. */
export const v1Routes = (deps: Deps): Route[] => [
  description(deps),
  ...invoices(deps),
  ...paymentLinks(deps),
  ...withdrawals(deps),
  transactions(deps),
  balances(deps),
  events(deps),
]
