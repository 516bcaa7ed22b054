import { languageNames, languages } from '@bitquay/contract/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { toApiError } from '../platform/db/constraints.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { keyOfGreenfield } from '../platform/http/idempotency-key.ts'
import { refuseUnstorable } from '../platform/http/parse-json.ts'
import { recordRequest, rememberKey, setAllowanceHeaders } from '../platform/http/register.ts'
import type { KeyRequest } from '../platform/http/route.ts'
import { readStatus } from '../status/index.ts'
import { findProgramStoreId } from '../stores/index.ts'
import { allowFormTo, mayDo } from './permissions.ts'
import {
  type AddRoute,
  GreenfieldError,
  GreenfieldInvalid,
  type GreenfieldRequest,
  type GreenfieldRoute,
  missingPermission,
} from './route.ts'
import { invoiceRoutes } from './routes.invoices.ts'
import { lightningRoutes } from './routes.lightning.ts'
import { paymentRequestRoutes } from './routes.payment-requests.ts'
import { refundRoutes, servePullPayments } from './routes.refunds.ts'
import { storeRoutes } from './routes.stores.ts'
import { webhookRoutes } from './routes.webhooks.ts'

/** Plugins use PUBLIC_URL with this path as the address of their BTCPay Server. */
export const greenfieldBase = '/btcpay'

/** Some drop the path of that address, so the calls are also at the root of the host, where the path isn't ours. */
const bases = [greenfieldBase, '']

export const greenfieldRoutes = (deps: Deps): GreenfieldRoute[] => [
  ...storeRoutes(deps),
  ...invoiceRoutes(deps),
  ...paymentRequestRoutes(deps),
  ...refundRoutes(deps),
  ...lightningRoutes(deps),
  ...webhookRoutes(deps),
]

/**
 * Serves the calls of BTCPay's API that shop plugins make from our own tables, so that a shop can move here by changing
 * an address and a key. Keys, scopes and limits are those of our own API. Errors have BTCPay's shapes.
 */
export const serveGreenfield = (
  app: FastifyInstance,
  deps: Deps,
  folder: string,
  record: (request: KeyRequest) => void,
) => {
  allowFormTo(app, consentPages, deps.config.mode)
  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => refuse(error, request, reply))
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (isCall(request.url)) reply.headers(openToPages)
    })
    scope.addHook('onResponse', async (request, reply) => recordRequest(request, reply, record))
    const isOurs = (method: string, url: string) => scope.hasRoute({ method, url })
    const add: AddRoute = (method, path, handler) => {
      for (const base of bases) {
        const named = base + path
        if (base === '' && isOurs(method, named)) continue
        // Zapier's app ends the paths of lists with a slash, which BTCPay ignores.
        for (const url of isCall(named) ? [named, `${named}/`] : [named]) {
          scope.route({ method, url, handler })
          if (isCall(url) && !isOurs('OPTIONS', url))
            scope.options(url, async (_request, reply) => reply.code(204).send())
        }
      }
    }
    for (const route of greenfieldRoutes(deps)) {
      add(route.method, route.path, async (request, reply) => {
        const answer = await route.answer(await admit(deps, route, request, reply))
        // As in BTCPay, an empty answer has no type. A client would try to parse it.
        if (answer === undefined) return reply.send()
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
      })
    }
    // The health check needs no key.
    add('GET', '/api/v1/health', async () => {
      const { engine } = await readStatus(deps.db, deps.config)
      return { synchronized: engine.synced }
    })
    servePullPayments(add, deps, folder)
    servePages(scope, add)
  })
}

/** Pages of other sites may make BTCPay's calls, as with BTCPay itself. They need a key, and no cookie counts. */
const openToPages = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key',
  'access-control-max-age': '600',
}
const isCall = (url: string) => bases.some((base) => url.startsWith(`${base}/api/v1/`))

const consentPages = bases.map((base) => `${base}/api-keys/authorize`)

/** Plugins and their emails link to pages of a BTCPay Server. Those that we have are elsewhere here. */
const servePages = (scope: FastifyInstance, add: AddRoute) => {
  const redirectTo = (to: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { invoiceId } = request.params as { invoiceId: string }
    const [, search] = request.url.split('?')
    const target = `${to}/${encodeURIComponent(invoiceId)}`
    return reply.redirect(search === undefined ? target : `${target}?${search}`, 302)
  }
  add('GET', '/i/:invoiceId/receipt', redirectTo('/i'))
  add('GET', '/payment-requests/:invoiceId', redirectTo('/i'))
  add('GET', '/invoices/:invoiceId', redirectTo('/merchant/invoices'))
  // Libraries offer the languages of the checkout to a shop.
  add('GET', '/misc/lang', async (_request, reply) =>
    reply.send(languages.map((code) => ({ code, currentLanguage: languageNames[code] }))),
  )
  const refuseUnknown = async (request: FastifyRequest, reply: FastifyReply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // The consent page is part of the web app.
    if (isRead && consentPages.includes(request.url.split('?')[0] ?? '')) return reply.callNotFound()
    throw new GreenfieldError(404, 'not-found', 'This call isn’t supported here.')
  }
  scope.all(greenfieldBase, refuseUnknown)
  scope.all(`${greenfieldBase}/*`, refuseUnknown)
}

const admit = async (
  deps: Deps,
  route: GreenfieldRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<GreenfieldRequest> => {
  const token = /^(?:token|bearer)\s+([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) throw new GreenfieldError(401, 'unauthenticated', 'Authentication is required')
  const source = { address: request.ip, device: (request.headers['user-agent'] ?? 'unknown').slice(0, 300) }
  const { apiKey, allowance } = await deps.authenticateKey(token, source, { changes: route.method !== 'GET' })
  rememberKey(request, apiKey)
  setAllowanceHeaders(reply, allowance)
  if (route.permission !== undefined && !mayDo(apiKey.scopes, route.permission))
    throw missingPermission(route.permission)
  const params = request.params as Record<string, string>
  refuseUnstorable([params, request.query])
  // As in BTCPay, someone else's store and a missing one get the same response.
  const storeId = await findProgramStoreId(deps.db, apiKey.merchantId, params.storeId)
  if (storeId === undefined) throw missingPermission(route.permission ?? 'btcpay.store.canviewstoresettings')
  const key = request.headers['idempotency-key']
  return {
    apiKey,
    token,
    storeId,
    params,
    query: request.query as GreenfieldRequest['query'],
    body: request.body,
    source,
    idempotencyKey: typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key) ? keyOfGreenfield(key) : undefined,
  }
}

/** Sends every error in the shape that BTCPay would use. */
const refuse = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const error = toApiError(thrown) ?? thrown
  const send = (status: number, body: unknown) =>
    reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
  if (error instanceof GreenfieldInvalid) return send(422, error.fields)
  if (error instanceof GreenfieldError) {
    return send(error.status, { code: error.code, message: error.message, ...error.more })
  }
  if (error instanceof ApiError) {
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.max(1, error.retryAfterSeconds)))
    if (error.status === 401) return send(401, { code: 'unauthenticated', message: error.message })
    if (error.fields) return send(422, error.fields)
    return send(error.status === 502 ? 400 : error.status, { code: error.code, message: error.message })
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500
  if (status >= 400 && status < 500) return send(status, { code: 'generic-error', message: 'The request isn’t valid.' })
  request.log.error({ err: error, req: request }, 'failed')
  return send(500, { code: 'generic-error', message: 'Something went wrong on our side. Try again.' })
}
