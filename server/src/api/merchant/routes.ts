import { apiKeyRoutes } from '../../api-keys/routes.merchant.ts'
import { moneyRoutes } from '../../balances/routes.merchant.ts'
import type { Deps } from '../../deps.ts'
import { invoiceRoutes } from '../../invoices/routes.merchant.ts'
import { loopOutRoutes } from '../../loop-out/routes.merchant.ts'
import { settings, settingsChange } from '../../merchants/routes.merchant.ts'
import { paymentLinkRoutes } from '../../payment-links/routes.merchant.ts'
import type { Route } from '../../platform/http/route.ts'
import { refundRoutes } from '../../refunds/routes.merchant.ts'
import { recoveryWordsRoute } from '../../stores/routes.merchant.ts'
import { transactionRoutes } from '../../transactions/routes.merchant.ts'
import { webhookRoutes } from '../../webhooks/routes.merchant.ts'
import { withdrawalRoutes } from '../../withdrawals/routes.merchant.ts'

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
