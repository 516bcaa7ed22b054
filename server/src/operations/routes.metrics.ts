import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { isLoopback } from '../platform/http/is-loopback.ts'
import { exportFigures } from './export-figures.ts'

/**
 * Figures for Prometheus, with METRICS_TOKEN. On a server that only this machine uses, this machine needs no token. Once
 * PUBLIC_URL names another host there is a proxy, and a plain one looks exactly like a program on this machine. Then this
 * machine needs no token at METRICS_PORT, where no proxy leads.
 */
export const serveMetrics = (app: FastifyInstance, { db, config, metrics, openStreams }: Deps) => {
  const isForThisMachine = isLoopbackHost(new URL(config.publicUrl).host)
  const refresh = exportFigures(metrics.registry, db, openStreams)
  app.get('/metrics', async (request, reply) => {
    const isPrivate = isForThisMachine || isAtPort(request, config.metricsPort)
    if (!(isPrivate && isFromThisMachine(request))) requireToken(request, config.metricsToken)
    await refresh()
    reply.header('cache-control', 'no-store').type(metrics.registry.contentType)
    return metrics.print()
  })
}

/** Opens METRICS_PORT to this machine, for metrics and nothing else. */
export const openMetricsPort = async (app: FastifyInstance, port: number) => {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] === '/metrics') app.routing(request, response)
    else response.writeHead(404).end()
  })
  await once(server.listen(port, '127.0.0.1'), 'listening').catch((error: Error) => {
    // Its code and port would read as if PORT couldn't be used.
    throw new Error(`METRICS_PORT can’t be used: ${error.message}.`)
  })
  return async () => {
    server.close()
    server.closeAllConnections()
  }
}

const isAtPort = ({ socket }: FastifyRequest, port: number | undefined) =>
  port !== undefined && socket.localPort === port

const requireToken = (request: FastifyRequest, token: string | undefined) => {
  if (token === undefined) throw new ApiError('forbidden', { message: 'Set METRICS_TOKEN to read metrics.' })
  if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`))
    throw new ApiError('not-signed-in', { message: 'Send METRICS_TOKEN as a Bearer token.' })
}

const forwardedBy = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * A proxy on this machine connects from loopback for everyone. It adds a header, or passes on the name that the
 * visitor used. Anyone can send such headers, but they only ever take the permission away.
 */
const isFromThisMachine = ({ headers, socket }: FastifyRequest) =>
  isLoopback(socket.remoteAddress ?? '') &&
  forwardedBy.every((name) => headers[name] === undefined) &&
  isLoopbackHost(headers.host ?? '')

/** For a host with or without a port. */
const isLoopbackHost = (host: string) => isLoopback(host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1'))

const isSame = (given: string, wanted: string) => timingSafeEqual(digest(given), digest(wanted))

const digest = (text: string) => createHash('sha256').update(text).digest()
