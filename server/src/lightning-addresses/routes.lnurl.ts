import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { getOffer } from './get-offer.ts'
import { LnurlError, notFound } from './lnurl-error.ts'
import { signRequest } from './payment-request.ts'
import { findAddressById, findAddressByName, findInvoiceOfAddress } from './queries.ts'
import { requestInvoice } from './request-invoice.ts'

const wellFormedName = /^[a-z0-9._-]{1,64}$/
const wellFormedId = /^[1-9]\d{0,8}$/
const wellFormedHash = /^[0-9a-f]{64}$/
const mostTextLength = 2000

/** LNURL-pay (LUD-06, 12, 16, 21) for wallets, which may also be web pages of any origin. */
export const serveLnurl = (app: FastifyInstance, deps: Deps) => {
  const { publicUrl } = deps.config
  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => refuse(error, request, reply))
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
    })

    scope.get<{ Params: { name: string } }>('/.well-known/lnurlp/:name', async ({ params }) => {
      const name = params.name.toLowerCase()
      const address = wellFormedName.test(name) ? await findAddressByName(deps.db, name) : undefined
      if (!address) throw notFound()
      const offer = await getOffer(deps, address)
      const token = signRequest(deps.macs.lnurl, offer)
      return {
        tag: 'payRequest',
        callback: `${publicUrl}/lnurlp/${address.id}/callback/${token}`,
        minSendable: Number(offer.minMsats),
        maxSendable: Number(offer.maxMsats),
        metadata: offer.metadata,
        commentAllowed: address.commentLength,
      }
    })

    type Callback = { Params: { id: string; request?: string } }
    const answerCallback = async (request: FastifyRequest<Callback>) => {
      const id = requireId(request.params.id)
      const [token = '', amount = '', comment = ''] = ['request', 'amount', 'comment'].map((name) =>
        readText(request, name),
      )
      const source = { address: request.ip, device: (request.headers['user-agent'] ?? 'unknown').slice(0, 300) }
      const callback = { token: request.params.request ?? token, amount, comment }
      const { bolt11, paymentHash } = await requestInvoice(deps, id, callback, source)
      return { pr: bolt11, routes: [], disposable: false, verify: `${publicUrl}/lnurlp/${id}/verify/${paymentHash}` }
    }
    // Some wallets drop the query of a callback. Requests from before are answered at the old address.
    scope.get('/lnurlp/:id/callback/:request', answerCallback)
    scope.get('/lnurlp/:id/callback', answerCallback)

    scope.get<{ Params: { id: string; hash: string } }>('/lnurlp/:id/verify/:hash', async ({ params }) => {
      const address = await findAddressById(deps.db, requireId(params.id))
      const invoice =
        address && wellFormedHash.test(params.hash)
          ? await findInvoiceOfAddress(deps.db, address.id, address.merchantId, params.hash)
          : undefined
      if (!invoice) throw new LnurlError('Not found', { status: 404 })
      return { status: 'OK', settled: invoice.paidAt !== null, preimage: invoice.preimage, pr: invoice.bolt11 }
    })
  })
}

const requireId = (id: string): number => {
  if (!wellFormedId.test(id)) throw notFound()
  return Number(id)
}

const readText = (request: FastifyRequest, name: string): string => {
  const value = (request.query as Record<string, unknown>)[name] ?? ''
  if (typeof value !== 'string' || value.length > mostTextLength) throw new LnurlError('The request isn’t valid.')
  return value
}

/** Sends every error in the shape that wallets read. */
const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const { reason, status, retryAfterSeconds } = explain(error, request)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.max(1, retryAfterSeconds)))
  return reply.code(status).send({ status: 'ERROR', reason })
}

const explain = (error: unknown, request: FastifyRequest) => {
  if (error instanceof LnurlError) {
    return { reason: error.message, status: error.status, retryAfterSeconds: undefined }
  }
  if (error instanceof ApiError) {
    const { message, status, retryAfterSeconds } = error
    return { reason: message, status, retryAfterSeconds }
  }
  request.log.error({ err: error, req: request }, 'failed')
  return { reason: 'Something went wrong on our side. Try again.', status: 500, retryAfterSeconds: undefined }
}
