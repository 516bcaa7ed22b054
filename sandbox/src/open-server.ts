import Fastify, { type FastifyError } from 'fastify'
import type { LeverContext } from './control/lever.ts'
import { isLoopback, serveControl } from './control/serve-control.ts'
import { explorer } from './explorer/explorer.ts'
import { serveGreenfield } from './greenfield/server.ts'

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'

type ServerOptions = { context: LeverContext; host: string; port: number; logLevel: LogLevel }

/** Path of the Esplora API. */
export const EXPLORER_PATH = '/explorer/api'
const BODY_LIMIT_BYTES = 5_000_000

/** One port for everything: BTCPay's API, the explorer and the levers. */
export const openServer = async ({ context, host, port, logLevel }: ServerOptions) => {
  const app = Fastify({
    logger: logLevel === 'silent' ? false : { level: logLevel },
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    rewriteUrl: (request) => rewriteOldPath(request.url ?? '/'),
  })
  app.decorateRequest('caller', undefined)
  app.decorateRequest('faultMode', undefined)
  app.removeAllContentTypeParsers()
  // Bodies are read as text and parsed by the routes, because a caller without rights is refused first.
  app.addContentTypeParser(
    /^(application|text)\/([a-z.+-]*json|plain)/,
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error(error)
    if (status >= 500 && logLevel !== 'silent') process.stderr.write(`${error.stack}\n`)
    return reply.status(status).send()
  })
  app.setNotFoundHandler((_request, reply) => reply.status(404).send())
  app.options('/*', (_request, reply) =>
    reply
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-headers', '*')
      .header('access-control-allow-methods', '*')
      .status(204)
      .send(),
  )

  await app.register(async (scope) =>
    serveControl(scope, context, { needsKey: !isLoopback(host), explorerPath: EXPLORER_PATH }),
  )
  await app.register(async (scope) => serveGreenfield(scope, context.btcpay, context.faults))
  await app.register(explorer, { engine: context.engine, prefix: EXPLORER_PATH })
  const url = await app.listen({ host, port })
  return { url, close: () => app.close() }
}

/** v1 clients call `/payment-methods/BTC-CHAIN` as `/payment-methods/onchain/BTC`. */
const rewriteOldPath = (url: string): string =>
  url.replace(/\/payment-methods\/onchain\/([A-Za-z]+)(?=\/|\?|$)/i, '/payment-methods/$1-CHAIN')
