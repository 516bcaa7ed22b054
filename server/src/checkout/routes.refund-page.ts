import type { RefundAttempt } from '@bitquay/contract/checkout.pages'
import { refundAddress } from '@bitquay/contract/refunds'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { toErrorBody } from '../platform/http/server.ts'
import { chooseLanguage } from '../platform/texts/choose-language.ts'
import { languageHeaders } from '../platform/texts/page-language.ts'
import { translateError } from '../platform/texts/translate-error.ts'
import { claimRefund, findClaimLanguages, readClaim } from '../refunds/index.ts'
import { acceptForms, formOf, sourceOf } from './accept-forms.ts'
import { asJson, fillFrame, fillPage, readTemplate } from './fill-page.ts'

type Page = { Params: { token: string }; Querystring: { lang?: unknown } }

const wellFormed = /^[\w-]{20,100}$/

/** The page where a customer claims a refund. Without a script, its form is sent here. */
export const serveRefundPage = (app: FastifyInstance, deps: Deps, folder: string) => {
  const { db, config, draw } = deps
  const { mode } = config
  const template = readTemplate(folder, 'refund', mode)
  if (!template || !draw) return

  const chooseFor = async ({ params: { token }, query, headers }: FastifyRequest<Page>) => {
    // Without its shop's language, the page still opens in the customer's.
    const known = wellFormed.test(token) ? await findClaimLanguages(db, token).catch(() => undefined) : undefined
    return chooseLanguage({ asked: query.lang, accepted: headers['accept-language'], ...known })
  }
  const find = async ({ params: { token } }: FastifyRequest<Page>) =>
    wellFormed.test(token) ? ((await readClaim(db, token)) ?? null) : null
  const show = async (request: FastifyRequest<Page>, reply: FastifyReply, attempt: RefundAttempt, status = 200) => {
    const language = await chooseFor(request)
    const settings = { mode, language, brand: await deps.brand.read() }
    reply
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', ...languageHeaders(language) })
      .type('text/html; charset=utf-8')
    const claim = await find(request).catch((error: unknown) => {
      request.log.error({ err: error, req: request }, 'failed')
      return undefined
    })
    // The script retries by itself, so the customer doesn't have to.
    if (claim === undefined) return reply.code(503).send(fillFrame(template, settings))
    const given = { claim, attempt, network: config.network }
    const html = fillPage(template, draw.drawRefund(given, settings), settings, asJson('refund', given))
    return reply.code(claim === null ? 404 : status).send(html)
  }

  app.register(async (scope) => {
    acceptForms(scope)
    scope.route<Page>({
      method: ['GET', 'HEAD'],
      url: '/r/:token',
      handler: (request, reply) => show(request, reply, {}),
    })
    scope.route<Page>({
      method: 'POST',
      url: '/r/:token',
      handler: async (request, reply) => {
        const address = formOf(request).get('address')?.slice(0, 300) ?? ''
        try {
          if ((await find(request)) === null) throw new ApiError('not-found')
          await claimRefund(deps, request.params.token, requireAddress(address), sourceOf(request))
          // Loading the page again doesn't send the form again.
          return await reply.header('cache-control', 'no-store').redirect(request.url, 303)
        } catch (error) {
          if (!(error instanceof ApiError) || error.status === 500) throw error
          if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
          const { message } = translateError(toErrorBody(error, request.id), await chooseFor(request))
          return show(request, reply, { address, problem: message }, error.status)
        }
      },
    })
  })
}

const requireAddress = (text: string) => {
  const parsed = refundAddress.safeParse(text)
  if (parsed.success) return parsed.data
  const message = parsed.error.issues[0]?.message ?? 'The request isn’t valid.'
  throw new ApiError('invalid-request', { message, fields: [{ path: 'address', message }] })
}
