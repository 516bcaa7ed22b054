import { balances } from '../../balances/routes.v1.ts'
import type { Deps } from '../../deps.ts'
import { description } from '../../description.ts'
import { invoices } from '../../invoices/routes.v1.ts'
import { paymentLinks } from '../../payment-links/routes.v1.ts'
import type { Route } from '../../platform/http/route.ts'
import { transactions } from '../../transactions/routes.v1.ts'
import { events } from '../../webhooks/routes.v1.ts'
import { withdrawals } from '../../withdrawals/routes.v1.ts'

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
