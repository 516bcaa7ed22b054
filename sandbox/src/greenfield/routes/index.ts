import type { Route } from '../route.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { checkoutRoutes } from './checkout.ts'
import { invoiceRoutes } from './invoices.ts'
import { lightningRoutes } from './lightning.ts'
import { paymentMethodRoutes } from './payment-methods.ts'
import { rateRoutes } from './rates.ts'
import { serverRoutes } from './server.ts'
import { storeUserRoutes } from './store-users.ts'
import { storeRoutes } from './stores.ts'
import { userRoutes } from './users.ts'
import { walletRoutes } from './wallet.ts'
import { walletSendRoutes } from './wallet-send.ts'
import { walletTransactionRoutes } from './wallet-transactions.ts'
import { webhookRoutes } from './webhooks.ts'

export const routes: Route[] = [
  ...serverRoutes,
  ...apiKeyRoutes,
  ...userRoutes,
  ...storeRoutes,
  ...storeUserRoutes,
  ...paymentMethodRoutes,
  ...walletRoutes,
  ...walletTransactionRoutes,
  ...walletSendRoutes,
  ...lightningRoutes,
  ...invoiceRoutes,
  ...webhookRoutes,
  ...rateRoutes,
  ...checkoutRoutes,
]
