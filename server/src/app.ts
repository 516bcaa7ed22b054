import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { authRoutes } from './accounts/routes.auth.ts'
import { adminRoutes } from './api/admin/routes.ts'
import { merchantRoutes } from './api/merchant/routes.ts'
import { publicRoutes } from './api/public/routes.ts'
import { v1Routes } from './api/v1/routes.ts'
import { serveLinkPage } from './checkout/routes.link-page.ts'
import { serveCheckoutPage } from './checkout/routes.page.ts'
import { checkoutRoutes } from './checkout/routes.public.ts'
import type { Deps } from './deps.ts'
import { serveGreenfield } from './greenfield/routes.ts'
import { partnerRoutes } from './partners/routes.partner.ts'
import { engineHookRoutes } from './payments/routes.engine.ts'
import { toApiError } from './platform/db/constraints.ts'
import { eventRoutes } from './platform/events/stream-route.ts'
import { registerRoutes } from './platform/http/register.ts'
import type { Route } from './platform/http/route.ts'
import { createHttpServer } from './platform/http/server.ts'
import { serveSite } from './platform/http/site.ts'
import { projectRoot } from './platform/root.ts'
import { sandboxRoutes } from './sandbox/routes.sandbox.ts'

/** Every route there is, by who may ask. */
export const allRoutes = (deps: Deps): Route[] => [
  ...publicRoutes(deps),
  ...authRoutes(deps),
  ...merchantRoutes(deps),
  ...partnerRoutes(deps),
  ...adminRoutes(deps),
  ...checkoutRoutes(deps),
  ...engineHookRoutes(deps),
  ...eventRoutes(deps),
  ...sandboxRoutes(deps),
  ...v1Routes(deps),
]

/** The HTTP side of the server, put together in order. */
export const createApp = async (deps: Deps): Promise<FastifyInstance> => {
  const { config } = deps
  const app = createHttpServer({
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    secure: config.publicUrl.startsWith('https:'),
    toApiError,
  })
  registerRoutes(app, allRoutes(deps), {
    authenticate: deps.authenticate,
    authenticateKey: deps.authenticateKey,
    answerOnce: deps.answerOnce,
    inputMac: deps.macs.requests,
    mode: config.mode,
    sandboxOpen: config.onLoopback,
  })
  serveGreenfield(app, deps)
  const site = join(projectRoot, 'web', 'dist')
  serveCheckoutPage(app, deps, site)
  serveLinkPage(app, deps, site)
  serveSite(app, site, { mode: config.mode, publicUrl: config.publicUrl })
  app.addHook('preClose', async () => {
    deps.changeFeed.close()
    for (const end of deps.openStreams) end()
  })
  return app
}
