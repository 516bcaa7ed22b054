import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { adminRoutes } from './api/admin/routes.ts'
import { authRoutes } from './api/auth/routes.ts'
import { serveLinkPage } from './api/checkout/link-page.ts'
import { serveCheckoutPage } from './api/checkout/page.ts'
import { checkoutRoutes } from './api/checkout/routes.ts'
import { engineHookRoutes } from './api/engine-hooks/routes.ts'
import { eventRoutes } from './api/events/routes.ts'
import { serveGreenfield } from './api/greenfield/serve.ts'
import { merchantRoutes } from './api/merchant/routes.ts'
import { partnerRoutes } from './api/partner/routes.ts'
import { publicRoutes } from './api/public/routes.ts'
import { sandboxRoutes } from './api/sandbox/routes.ts'
import { v1Routes } from './api/v1/routes.ts'
import type { Deps } from './deps.ts'
import { toApiError } from './platform/db/constraints.ts'
import { registerRoutes } from './platform/http/register.ts'
import type { Route } from './platform/http/route.ts'
import { createHttpServer } from './platform/http/server.ts'
import { serveSite } from './platform/http/site.ts'
import { projectRoot } from './platform/root.ts'

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
