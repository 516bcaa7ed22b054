import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { pull } from './control.ts'
import { type LeverContext, LeverRefusal } from './lever.ts'
import { readBlocks, readState } from './read-state.ts'

export type ControlOptions = { needsKey: boolean; explorerPath: string }

/**
 * Serves the levers over HTTP. Outside the loopback interface they need the administrator's key, because they move
 * money.
 */
export const serveControl = (app: FastifyInstance, context: LeverContext, options: ControlOptions): void => {
  const { needsKey, explorerPath } = options
  app.addHook('onRequest', async (request, reply) => {
    if (needsKey && request.headers.authorization !== `token ${context.btcpay.settings().adminKey}`) {
      return reply.status(401).send({ message: 'The sandbox tools require the administrator key here.' })
    }
    // A web page in the operator's browser can reach the loopback interface too, under its own name or a rebound one.
    if (!needsKey && (!isLoopback(request.hostname) || isForeign(request))) {
      return reply.status(403).send({ message: 'The sandbox tools only accept requests from this machine.' })
    }
  })

  /** Gives the API key to another process on this machine. */
  app.get('/sandbox/key', async (request) => {
    const { adminKey, adminEmail, adminPassword } = context.btcpay.settings()
    const url = `${request.protocol}://${request.host}`
    return { url, explorerUrl: `${url}${explorerPath}`, adminKey, adminEmail, adminPassword }
  })

  app.get('/sandbox/state', async () => {
    await context.engine.store.synced()
    return readState(context)
  })

  app.get('/sandbox/blocks', async (request, reply) => {
    const query = blocksQuery.safeParse(request.query)
    if (!query.success) return reply.status(400).send({ message: 'limit and below must be whole numbers.' })
    await context.engine.store.synced()
    return readBlocks(context, query.data.limit, query.data.below)
  })

  app.post('/sandbox/:lever', async (request: FastifyRequest<{ Params: { lever: string } }>, reply: FastifyReply) => {
    try {
      return await pull(context, request.params.lever, parse(request.body))
    } catch (error) {
      if (!(error instanceof LeverRefusal)) throw error
      return reply.status(error.status).send({ message: error.message })
    }
  })
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || host.startsWith('127.')

const isForeign = (request: FastifyRequest): boolean => {
  const { origin } = request.headers
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== request.host)
}

const blocksQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(20),
  below: z.coerce.number().int().min(0).optional(),
})

const parse = (body: unknown): unknown => {
  if (typeof body !== 'string' || body.trim() === '') return {}
  try {
    return JSON.parse(body)
  } catch {
    throw new LeverRefusal(400, 'The body isn’t valid JSON.')
  }
}
