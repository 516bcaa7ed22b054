import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { accountCareAdminRoutes } from './account-care/routes.admin.ts'
import { accountCareRoutes } from './account-care/routes.merchant.ts'
import { accountChangeRoutes } from './account-care/routes.public.ts'
import { countChange, requireAttempts } from './accounts/index.ts'
import { adminsRoutes } from './accounts/routes.admin.ts'
import { authRoutes } from './accounts/routes.auth.ts'
import { createRequestLog, type RequestLog } from './api-keys/record-requests.ts'
import { apiKeyRoutes } from './api-keys/routes.merchant.ts'
import { key, requests } from './api-keys/routes.v1.ts'
import { applicationRoutes } from './applications/routes.admin.ts'
import { applications } from './applications/routes.public.ts'
import { auditLogRoutes } from './audit-log/routes.admin.ts'
import { activityRoutes } from './audit-log/routes.merchant.ts'
import { moneyRoutes } from './balances/routes.merchant.ts'
import { balances } from './balances/routes.v1.ts'
import { brandEditorRoutes } from './brand-editor/routes.admin.ts'
import { brandRoutes } from './brands/routes.merchant.ts'
import { serveShopColors } from './brands/routes.page.ts'
import { serveLinkPage } from './checkout/routes.link-page.ts'
import { embeddingRoutes } from './checkout/routes.merchant.ts'
import { serveCheckoutPage } from './checkout/routes.page.ts'
import { checkoutRoutes } from './checkout/routes.public.ts'
import { serveRefundPage } from './checkout/routes.refund-page.ts'
import { serveRemindersPage } from './checkout/routes.reminders-page.ts'
import { serveCheckoutScripts } from './checkout/routes.scripts.ts'
import { dashboardRoutes } from './dashboard/routes.admin.ts'
import { depositAddressRoutes } from './deposit-addresses/routes.merchant.ts'
import { depositAddresses } from './deposit-addresses/routes.v1.ts'
import type { Deps } from './deps.ts'
import { describeAll, describeV1Calls } from './description.ts'
import { doctorRoutes } from './doctor/routes.admin.ts'
import { echo } from './doctor/routes.public.ts'
import { feesOwedRoutes } from './fee-collection/routes.admin.ts'
import { feeInvoiceRoutes } from './fee-collection/routes.merchant.ts'
import { feeScheduleRoutes } from './fees/routes.admin.ts'
import { fees } from './fees/routes.public.ts'
import { serveGreenfield } from './greenfield/routes.ts'
import { allTransactionRoutes } from './history/routes.admin.ts'
import { transactionRoutes } from './history/routes.merchant.ts'
import { transactions } from './history/routes.v1.ts'
import { serveImages } from './images/routes.page.ts'
import { invoiceRoutes } from './invoices/routes.merchant.ts'
import { invoices } from './invoices/routes.v1.ts'
import { lightningNameRoutes } from './lightning-addresses/routes.admin.ts'
import { serveLnurl } from './lightning-addresses/routes.lnurl.ts'
import { lightningAddressRoutes } from './lightning-addresses/routes.merchant.ts'
import { loopOutAdminRoutes } from './loop-out/routes.admin.ts'
import { loopOutRoutes } from './loop-out/routes.merchant.ts'
import { mailRoutes } from './mail/routes.admin.ts'
import { merchantsRoutes, merchantUserRoutes } from './merchants/routes.admin.ts'
import { settings, settingsChange, teamRoutes } from './merchants/routes.merchant.ts'
import { notificationRoutes } from './notifications/routes.person.ts'
import { systemRoutes } from './operations/routes.admin.ts'
import { serveMetrics } from './operations/routes.metrics.ts'
import { ownKeysRoutes } from './own-keys/routes.merchant.ts'
import { partnerAdminRoutes } from './partners/routes.admin.ts'
import { partnerRoutes } from './partners/routes.partner.ts'
import { paymentLinkRoutes } from './payment-links/routes.merchant.ts'
import { paymentLinks } from './payment-links/routes.v1.ts'
import { writeStateOf } from './platform/db/connect.ts'
import { readOnlyRefusal, toApiError } from './platform/db/constraints.ts'
import { eventRoutes } from './platform/events/stream-route.ts'
import { serveDownloads } from './platform/http/downloads.ts'
import type { Person } from './platform/http/person.ts'
import { registerRoutes } from './platform/http/register.ts'
import type { Route } from './platform/http/route.ts'
import { createHttpServer } from './platform/http/server.ts'
import { serveSite } from './platform/http/site.ts'
import { projectRoot } from './platform/root.ts'
import { serveBrandStyle } from './platform-brand/routes.page.ts'
import { platformBrandRoutes } from './platform-brand/routes.public.ts'
import { priceRoutes } from './prices/routes.public.ts'
import { currencies, rates } from './prices/routes.v1.ts'
import { promoCodeRoutes } from './promo-codes/routes.admin.ts'
import { refundRoutes } from './refunds/routes.merchant.ts'
import { refunds } from './refunds/routes.v1.ts'
import { restoreRoutes } from './restores/routes.admin.ts'
import { restoredMoneyRoutes } from './restores/routes.admin-money.ts'
import { spendingRoutes } from './restores/routes.admin-spendings.ts'
import { revenueRoutes } from './revenue/routes.admin.ts'
import { sandboxRoutes } from './sandbox/routes.sandbox.ts'
import { searchRoute } from './search/routes.person.ts'
import { signingRoutes } from './sends/routes.merchant.ts'
import { signing } from './sends/routes.v1.ts'
import { incidentRoutes } from './status/routes.admin.ts'
import { storeStatus } from './status/routes.merchant.ts'
import { health, status, statusHistory } from './status/routes.public.ts'
import { engineHookRoutes } from './stores/routes.engine.ts'
import { walletRoutes } from './stores/routes.merchant.ts'
import { limits } from './tills/limits.ts'
import { tillRoutes } from './tills/routes.merchant.ts'
import { serveTillPage } from './tills/routes.page.ts'
import { posRoutes } from './tills/routes.till.ts'
import { webhookRoutes } from './webhooks/routes.merchant.ts'
import { events, webhookEndpoints } from './webhooks/routes.v1.ts'
import { eventStream } from './webhooks/routes.v1-stream.ts'
import { withdrawalRoutes } from './withdrawals/routes.merchant.ts'
import { formerWalletRoutes } from './withdrawals/routes.merchant-former.ts'
import { withdrawalListRoutes } from './withdrawals/routes.merchant-lists.ts'
import { withdrawals } from './withdrawals/routes.v1.ts'

/** Every route, grouped by who may call it. */
export const allRoutes = (deps: Deps): Route[] => [
  ...publicRoutes(deps),
  ...authRoutes(deps),
  ...notificationRoutes(deps),
  searchRoute(deps),
  ...merchantRoutes(deps),
  ...partnerRoutes(deps),
  ...adminRoutes(deps),
  ...checkoutRoutes(deps),
  ...posRoutes(deps),
  ...engineHookRoutes(deps),
  ...eventRoutes(deps),
  ...sandboxRoutes(deps),
  ...v1Routes(deps),
]

const publicRoutes = (deps: Deps): Route[] => [
  health(deps),
  status(deps),
  statusHistory(deps),
  describeAll(deps),
  echo(deps),
  fees(deps),
  ...platformBrandRoutes(deps),
  ...priceRoutes(deps),
  ...applications(deps),
  ...accountChangeRoutes(deps),
]

const merchantRoutes = (deps: Deps): Route[] => [
  settings(deps),
  settingsChange(deps),
  ...brandRoutes(deps),
  ...embeddingRoutes(deps),
  ...moneyRoutes(deps),
  ...walletRoutes(deps),
  ...feeInvoiceRoutes(deps),
  ...invoiceRoutes(deps),
  ...refundRoutes(deps),
  ...transactionRoutes(deps),
  ...loopOutRoutes(deps),
  ...withdrawalRoutes(deps),
  ...signingRoutes(deps),
  ...withdrawalListRoutes(deps),
  ...formerWalletRoutes(deps),
  ...teamRoutes(deps),
  ...accountCareRoutes(deps),
  ...ownKeysRoutes(deps),
  ...apiKeyRoutes(deps),
  ...paymentLinkRoutes(deps),
  ...lightningAddressRoutes(deps),
  ...lightningNameRoutes(deps),
  ...depositAddressRoutes(deps),
  ...tillRoutes(deps),
  ...webhookRoutes(deps),
  ...activityRoutes(deps),
]

const adminRoutes = (deps: Deps): Route[] => [
  ...applicationRoutes(deps),
  ...merchantsRoutes(deps),
  ...merchantUserRoutes(deps),
  ...mailRoutes(deps),
  ...accountCareAdminRoutes(deps),
  ...adminsRoutes(deps),
  ...partnerAdminRoutes(deps),
  ...promoCodeRoutes(deps),
  ...loopOutAdminRoutes(deps),
  ...dashboardRoutes(deps),
  ...allTransactionRoutes(deps),
  ...revenueRoutes(deps),
  ...feeScheduleRoutes(deps),
  ...feesOwedRoutes(deps),
  ...brandEditorRoutes(deps),
  ...auditLogRoutes(deps),
  ...systemRoutes(deps),
  ...doctorRoutes(deps),
  ...restoreRoutes(deps),
  ...restoredMoneyRoutes(deps),
  ...spendingRoutes(deps),
  ...incidentRoutes(deps),
  storeStatus(deps),
]

/** The API for merchants' programs. */
const v1Routes = (deps: Deps): Route[] => [
  describeV1Calls(deps),
  ...invoices(deps),
  ...refunds(deps),
  ...paymentLinks(deps),
  ...depositAddresses(deps),
  currencies(deps),
  rates(deps),
  ...withdrawals(deps),
  ...signing(deps),
  transactions(deps),
  balances(deps),
  events(deps),
  eventStream(deps),
  requests(deps),
  ...webhookEndpoints(deps),
  key(deps),
]

/** A process that only works in the background answers whether it is ready and what it counts. */
export const createWorkerApp = async (deps: Deps): Promise<FastifyInstance> => {
  const app = createHttp(deps)
  registerRoutes(
    app,
    [health(deps)],
    routeOptionsOf(deps, () => undefined),
  )
  serveMetrics(app, deps)
  return app
}

/** Sets up the HTTP server. The order matters. */
export const createApp = async (deps: Deps): Promise<FastifyInstance> => {
  const { config } = deps
  const app = createHttp(deps)
  refuseChanges(app, deps)
  const requestLog = createRequestLog(deps)
  registerRoutes(app, allRoutes(deps), routeOptionsOf(deps, requestLog.record))
  serveMetrics(app, deps)
  serveImages(app, deps)
  serveShopColors(app)
  serveBrandStyle(app)
  serveLnurl(app, deps)
  const site = join(projectRoot, 'web', 'dist')
  serveGreenfield(app, deps, site, requestLog.record)
  serveCheckoutPage(app, deps, site)
  serveLinkPage(app, deps, site)
  serveCheckoutScripts(app, site)
  serveTillPage(app, deps, site)
  serveRefundPage(app, deps, site)
  serveRemindersPage(app, deps, site)
  serveDownloads(app, join(projectRoot, 'dist', 'downloads'))
  serveSite(app, site, { mode: config.mode, publicUrl: config.publicUrl, brand: deps.brand })
  app.addHook('preClose', async () => {
    deps.changeFeed.close()
    for (const end of deps.openStreams) end()
  })
  app.addHook('onClose', requestLog.close)
  return app
}

/**
 * While the database takes no changes, whatever would make one is refused before it begins: it may do something elsewhere first
 * that couldn't be saved. BTCPay sends its webhooks again.
 */
const refuseChanges = (app: FastifyInstance, { db }: Deps) => {
  const writes = writeStateOf(db)
  app.addHook('onRequest', async ({ method }) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(method) || !writes.current()) return
    if (await writes.check()) throw readOnlyRefusal()
  })
}

const createHttp = ({ config, metrics, tracer }: Deps) =>
  createHttpServer({
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    secure: config.publicUrl.startsWith('https:'),
    watching: { metrics, tracer },
    toApiError,
  })

const routeOptionsOf = (deps: Deps, recordRequest: RequestLog['record']) => ({
  authenticate: deps.authenticate,
  authenticateKey: deps.authenticateKey,
  authenticateDevice: deps.authenticateDevice,
  countChange: (person: Person) => countChange(deps, person),
  countDeviceChange: (deviceId: number) => requireAttempts(deps, [limits.changesOfDevice(deviceId)]),
  recordRequest,
  answerOnce: deps.answerOnce,
  inputMac: deps.macs.requests,
  mode: deps.config.mode,
  sandboxOpen: deps.config.onLoopback,
})
