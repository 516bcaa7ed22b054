import type { Deps } from '../../deps.ts'
import type { Route } from '../../platform/http/route.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { invoiceRoutes } from './invoices.ts'
import { loopOutRoutes } from './loop-out.ts'
import { moneyRoutes } from './money.ts'
import { paymentLinkRoutes } from './payment-links.ts'
import { recoveryWordsRoute } from './recovery-words.ts'
import { refundRoutes } from './refunds.ts'
import { settings, settingsChange } from './settings.ts'
import { transactionRoutes } from './transactions.ts'
import { webhookRoutes } from './webhooks.ts'
import { withdrawalRoutes } from './withdrawals.ts'

export const merchantRoutes = (deps: Deps): Route[] => [
  settings(deps),
  settingsChange(deps),
  ...moneyRoutes(deps),
  recoveryWordsRoute(deps),
  ...invoiceRoutes(deps),
  ...refundRoutes(deps),
  ...transactionRoutes(deps),
  ...loopOutRoutes(deps),
  ...withdrawalRoutes(deps),
  ...apiKeyRoutes(deps),
  ...paymentLinkRoutes(deps),
  ...webhookRoutes(deps),
]
