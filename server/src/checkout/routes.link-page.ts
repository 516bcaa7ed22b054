import { createHash, randomUUID } from 'node:crypto'
import { type LinkAttempt, linkFields } from '@bitquay/contract/checkout.pages'
import type { Language } from '@bitquay/contract/languages'
import { linkUse } from '@bitquay/contract/payment-links'
import { readAmount } from '@bitquay/contract/read-amount'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { findLinkLanguages, findPublicLink, toPublicLink, usePaymentLink } from '../payment-links/index.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { toErrorBody } from '../platform/http/server.ts'
import { chooseLanguage } from '../platform/texts/choose-language.ts'
import { languageHeaders } from '../platform/texts/page-language.ts'
import { translateError } from '../platform/texts/translate-error.ts'
import { acceptForms, formOf, sourceOf } from './accept-forms.ts'
import { asJson, fillPage, readTemplate } from './fill-page.ts'

type Attempt = Omit<LinkAttempt, 'action'>

type Page = { Params: { slug: string }; Querystring: { lang?: unknown } }

const wellFormed = /^[a-z0-9]{1,64}$/

/**
 * The page of a payment link: a plain HTML form that creates an invoice when it is submitted. It works without
 * JavaScript, and submitting it twice creates one invoice.
 */
export const serveLinkPage = (app: FastifyInstance, deps: Deps, folder: string) => {
  const { draw, config } = deps
  const { mode } = config
  const template = readTemplate(folder, 'payment-link', mode)
  if (!template || !draw) return

  const find = async (slug: string) => (wellFormed.test(slug) ? findPublicLink(deps.db, slug) : undefined)
  const chooseFor = async ({ params, query, headers }: FastifyRequest<Page>): Promise<Language> =>
    chooseLanguage({
      asked: query.lang,
      accepted: headers['accept-language'],
      ...(wellFormed.test(params.slug) ? await findLinkLanguages(deps.db, params.slug) : {}),
    })
  const show = async (request: FastifyRequest<Page>, reply: FastifyReply, attempt: Attempt, status = 200) => {
    const link = await find(request.params.slug)
    const language = await chooseFor(request)
    const asked = request.query.lang === undefined ? '' : `?lang=${language}`
    const action = `/p/${request.params.slug}${asked}`
    const settings = { mode, language, brand: await deps.brand.read() }
    const given = { link: link ? toPublicLink(link) : null, attempt: { ...attempt, action } }
    const html = fillPage(template, draw.drawLink(given, settings), settings, asJson('link', given))
    return reply
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', ...languageHeaders(language) })
      .type('text/html; charset=utf-8')
      .code(link ? (link.status === 'active' ? status : 200) : 404)
      .send(html)
  }

  app.register(async (scope) => {
    acceptForms(scope)
    scope.route<Page>({
      method: ['GET', 'HEAD'],
      url: '/p/:slug',
      handler: (request, reply) => show(request, reply, { token: randomUUID(), values: {} }),
    })
    scope.route<Page>({
      method: 'POST',
      url: '/p/:slug',
      handler: async (request, reply) => {
        const attempt = readAttempt(formOf(request))
        const language = await chooseFor(request)
        try {
          const { slug } = request.params
          const currency = (await find(slug))?.currency ?? 'USD'
          const created = await usePaymentLink(deps, slug, toUse(attempt, currency, language), sourceOf(request))
          const asked = request.query.lang === undefined ? '' : `?lang=${language}`
          return await reply.header('cache-control', 'no-store').redirect(`/i/${created.invoiceId}${asked}`, 303)
        } catch (error) {
          if (!(error instanceof ApiError) || error.status === 500) throw error
          if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
          const { message, fields } = translateError(toErrorBody(error, request.id), language)
          const path = fields?.[0]?.path
          return show(request, reply, { ...attempt, problem: { message, path } }, error.status)
        }
      },
    })
  })
}

const readAttempt = (form: URLSearchParams): Attempt => {
  const text = (name: string) => form.get(name)?.slice(0, 300)
  return {
    token: /^[\w-]{1,64}$/.exec(text('token') ?? '')?.[0] ?? randomUUID(),
    values: Object.fromEntries(linkFields.map((name) => [name, text(name)])),
  }
}

/** Validates the form like any other request. Amounts that are typed are written as in the language of the page. */
const toUse = ({ token, values }: Attempt, currency: string, language: Language) => {
  const read = (typed: string | undefined) => typed && readAmount(typed, currency, language)
  const { quantity, name, email, note } = values
  const tip = values.tip === 'other' ? read(values.otherTip) : values.tip
  const parsed = linkUse.safeParse({ amount: read(values.amount), quantity, tip, name, email, note })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const message = issue?.message ?? 'The request isn’t valid.'
    throw new ApiError('invalid-request', { message, fields: [{ path: String(issue?.path[0]), message }] })
  }
  const use = parsed.data
  // The same form with other values is a new request, not a conflict.
  const idempotencyKey = createHash('sha256')
    .update(JSON.stringify([token, use]))
    .digest('hex')
  return {
    ...{ amount: use.amount, quantity: use.quantity, tip: use.tip },
    ...{ name: use.name, email: use.email, note: use.note, idempotencyKey },
  }
}
