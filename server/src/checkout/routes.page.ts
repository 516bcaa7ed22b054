import { setTimeout as sleep } from 'node:timers/promises'
import type { Checkout } from '@bitquay/contract/checkout'
import { payMethods } from '@bitquay/contract/invoices.options'
import { findLanguage } from '@bitquay/contract/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { findShopLanguages, openInvoice } from '../invoices/index.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { contentSecurityPolicyFramedBy } from '../platform/http/headers.ts'
import { escapeHtml } from '../platform/http/write-brand.ts'
import { chooseLanguage } from '../platform/texts/choose-language.ts'
import { languageHeaders } from '../platform/texts/page-language.ts'
import { acceptForms, sourceOf } from './accept-forms.ts'
import { asJson, fillFrame, fillPage, readTemplate } from './fill-page.ts'
import { listOriginsOf } from './queries.origins.ts'
import { readCheckout } from './queries.ts'
import { renewInvoice } from './renew-invoice.ts'

type Page = { Params: { invoiceId: string }; Querystring: { view?: unknown; lang?: unknown; method?: unknown } }

const wellFormed = /^[A-Za-z0-9_-]{1,100}$/

const url = '/i/:invoiceId'
/** BTCPay's clients load the page below the address of their server, and some don't follow a redirect. */
const urls = [url, `/btcpay${url}`]

/** The checkout page, drawn here and taken over by its script, which starts from the same data. It works without one too. */
export const serveCheckoutPage = (app: FastifyInstance, deps: Deps, folder: string) => {
  const { db, config, draw } = deps
  const { mode } = config
  const template = readTemplate(folder, 'checkout', mode)
  if (!template || !draw) return

  app.register(async (scope) => {
    acceptForms(scope)
    scope.route<Page>({
      method: 'POST',
      url,
      handler: async (request, reply) => {
        const next = await getNewPrice(request)
        const language = findLanguage(String(request.query.lang))
        return reply
          .header('cache-control', 'no-store')
          .redirect(`/i/${next}${language ? `?lang=${language}` : ''}`, 303)
      },
    })
  })

  const show = async (request: FastifyRequest<Page>, reply: FastifyReply) => {
    const { invoiceId } = request.params
    const found = await findOpened(request).catch((error: unknown) => {
      request.log.error({ err: error, req: request }, 'failed')
      return 'unreadable' as const
    })
    const language = chooseLanguage({
      asked: request.query.lang,
      accepted: request.headers['accept-language'],
      ...(typeof found === 'object' ? found.languages : {}),
    })
    const settings = { mode, language, brand: await deps.brand.read() }
    reply
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', ...languageHeaders(language) })
      .type('text/html; charset=utf-8')
    // The script retries by itself, so the customer doesn't have to.
    if (found === 'unreadable') return reply.code(503).send(fillFrame(template, settings))
    const checkout = found ? withMethod(found.checkout, request.query.method) : null
    const html = fillPage(template, draw.drawCheckout(checkout, settings), settings, asJson('checkout', checkout))
    if (!checkout) return reply.code(404).send(html)
    const origins = request.query.view === 'modal' ? await listOriginsOf(db, invoiceId) : []
    if (origins.length === 0) return reply.send(html)
    allowFraming(reply, origins)
    return reply.send(markAsModal(html, origins))
  }
  for (const each of urls) app.route<Page>({ method: ['GET', 'HEAD'], url: each, handler: show })

  /** For customers without scripts: the invoice at the price of now. What can't be renewed is shown as it is. */
  const getNewPrice = async (request: FastifyRequest<Page>): Promise<string> => {
    const { invoiceId } = request.params
    const found = await find(invoiceId)
    if (!found) throw new ApiError('not-found')
    // Showing an invoice with a due date opens it.
    if (!found.checkout.renewable) return invoiceId
    return renewInvoice(deps, invoiceId, sourceOf(request)).catch((error: unknown) => {
      if (error instanceof ApiError && error.status !== 500) return invoiceId
      throw error
    })
  }

  /** Visiting the page opens an invoice with a due date. */
  const findOpened = async (request: FastifyRequest<{ Params: { invoiceId: string } }>) => {
    const { invoiceId } = request.params
    const found = await find(invoiceId)
    if (!found || !mayOpen(found.checkout) || !isVisit(request)) return found
    const opening = openInvoice(deps, invoiceId, sourceOf(request)).catch((error: unknown) => {
      // The page offers to try again.
      if (!(error instanceof ApiError)) request.log.error({ err: error, req: request }, 'failed')
    })
    await Promise.race([opening, sleep(patienceMs, undefined, { ref: false })])
    return find(invoiceId)
  }

  const find = async (invoiceId: string) => {
    const checkout = wellFormed.test(invoiceId) ? await readCheckout(db, invoiceId, config.publicUrl) : undefined
    return checkout && { checkout, languages: await findShopLanguages(db, invoiceId) }
  }
}

/** The way to pay that a customer without scripts chose is the one that is shown first. */
const withMethod = (checkout: Checkout, method: unknown): Checkout => {
  const chosen = payMethods.find((name) => name === method)
  if (chosen) return { ...checkout, defaultPaymentMethod: chosen }
  const { defaultPaymentMethod: _usual, ...others } = checkout
  return method === 'any' ? others : checkout
}

/** The page must not wait long for the engine. The customer can ask again on it. */
const patienceMs = 5_000

const mayOpen = ({ dueDate, status, storeClosed }: Checkout) =>
  dueDate !== undefined && status === 'new' && !storeClosed

/** Browsers that load a page ahead of time, and programs that only check the link, don't open the invoice. */
const isVisit = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && !/prefetch|preview/i.test(String(headers['sec-purpose'] ?? headers.purpose ?? ''))

/** The only page that others may frame, and only the sites that its merchant listed. */
const allowFraming = (reply: FastifyReply, origins: readonly string[]) =>
  reply
    .header('content-security-policy', contentSecurityPolicyFramedBy(origins))
    // It knows no list of sites. Browsers that know the policy would ignore it.
    .removeHeader('x-frame-options')

/** The script answers messages from these origins only. Links leave the frame. */
const markAsModal = (html: string, origins: readonly string[]) =>
  html
    .replace('<html ', () => `<html data-view="modal" data-origins="${escapeHtml(origins.join(' '))}" `)
    .replace('<head>', '<head><base target="_blank">')
