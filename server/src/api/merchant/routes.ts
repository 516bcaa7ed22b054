import type { Deps } from '../../deps.ts'
import type { Route } from '../../platform/http/route.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { invoiceRoutes } from './invoices.ts'
import { moneyRoutes } from './money.ts'
import { settings, settingsChange } from './settings.ts'
import { transactionRoutes } from './transactions.ts'

export const merchantRoutes = (deps: Deps): Route[] => [
  settings(deps),
  settingsChange(deps),
  ...moneyRoutes(deps),
  ...invoiceRoutes(deps),
  ...transactionRoutes(deps),
  ...apiKeyRoutes(deps),
]
