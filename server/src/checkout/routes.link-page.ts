import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { linkUse } from '@bitquay/contract/payment-links'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { closedBecause, findPublicLink, usePaymentLink } from '../payment-links/index.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { toErrorBody } from '../platform/http/server.ts'
import { type Attempt, renderClosedLink, renderLink, renderNoLink } from './draw-link-page.ts'
import type { Drawn } from './draw-page.ts'

type Page = { Params: { slug: string } }

const wellFormed = /^[a-z0-9]{1,64}$/
const maxFormBytes = 4096

/**
 * The page of a payment link: a plain HTML form that creates an invoice when it is submitted. It works without
 * JavaScript, and submitting it twice creates one invoice.
 */
export const serveLinkPage = (app: FastifyInstance, deps: Deps, folder: string) => {
  const path = join(folder, 'payment-link.html')
  if (!existsSync(path)) return
  const { mode } = deps.config
  const template = readFileSync(path, 'utf8').replace('data-mode="unknown"', `data-mode="${mode}"`)

  const find = async (slug: string) => (wellFormed.test(slug) ? findPublicLink(deps.db, slug) : undefined)
  const show = async (request: FastifyRequest<Page>, reply: FastifyReply, attempt: Attempt, status = 200) => {
    const link = await find(request.params.slug)
    const send = (code: number, drawn: Drawn) => reply.code(code).send(fill(template, drawn))
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }).type('text/html; charset=utf-8')
    if (!link) return send(404, renderNoLink(mode))
    if (link.status !== 'active') return send(200, renderClosedLink(link, closedBecause[link.status], mode))
    return send(status, renderLink(link, attempt, mode))
  }

  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    scope.route<Page>({
      method: ['GET', 'HEAD'],
      url: '/p/:slug',
      handler: (request, reply) => show(request, reply, { token: randomUUID(), values: {} }),
    })
    scope.route<Page>({
      method: 'POST',
      url: '/p/:slug',
      handler: async (request, reply) => {
        const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
        const attempt = readAttempt(form)
        try {
          const source = { address: request.ip, device: (request.headers['user-agent'] ?? 'unknown').slice(0, 300) }
          const created = await usePaymentLink(deps, request.params.slug, toUse(attempt), source)
          return await reply.header('cache-control', 'no-store').redirect(`/i/${created.invoiceId}`, 303)
        } catch (error) {
          if (!(error instanceof ApiError) || error.status === 500) throw error
          if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
          const { message, fields } = toErrorBody(error, request.id)
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
    values: { amount: text('amount'), name: text('name'), email: text('email') },
  }
}

/** Validates the form like any other request. An amount may contain commas. */
const toUse = ({ token, values }: Attempt) => {
  const amount = values.amount?.replace(/[\s,]/g, '')
  const parsed = linkUse.safeParse({ ...values, amount })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const message = issue?.message ?? 'The request isn’t valid.'
    throw new ApiError('invalid-request', { message, fields: [{ path: String(issue?.path[0]), message }] })
  }
  const { amount: paid, name, email } = parsed.data
  // The same form with other values is a new request, not a conflict.
  const idempotencyKey = createHash('sha256')
    .update(JSON.stringify([token, paid, name, email]))
    .digest('hex')
  return { amount: paid, name, email, idempotencyKey }
}

const fill = (template: string, drawn: Drawn) =>
  template
    .replace(/<title>[^<]*<\/title>/, () => `<title>${drawn.title}</title>`)
    .replace('<div id="root"></div>', () => `<div id="root">${drawn.html}</div>`)
