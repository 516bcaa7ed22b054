import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Checkout } from '@bitquay/contract/invoices'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Drawn, renderCheckout, renderNotFound } from './draw-page.ts'
import { readCheckout } from './queries.ts'

const wellFormed = /^[A-Za-z0-9_-]{1,100}$/

/**
 * The checkout page. The amount and where to pay it are already in the HTML, so they appear before any script has run,
 * and without JavaScript too. The script then starts from the same data.
 */
export const serveCheckoutPage = (app: FastifyInstance, { db, config }: Deps, folder: string) => {
  const path = join(folder, 'checkout.html')
  if (!existsSync(path)) return
  const template = readFileSync(path, 'utf8').replace('data-mode="unknown"', `data-mode="${config.mode}"`)

  app.route<{ Params: { invoiceId: string } }>({
    method: ['GET', 'HEAD'],
    url: '/i/:invoiceId',
    handler: async (request, reply) => {
      const { invoiceId } = request.params
      const found = await find(invoiceId).catch((error: unknown) => {
        request.log.error({ err: error, req: request }, 'failed')
        return 'unreadable' as const
      })
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }).type('text/html; charset=utf-8')
      // The script retries by itself, so the customer doesn't have to.
      if (found === 'unreadable') return reply.code(503).send(template)
      return reply
        .code(found ? 200 : 404)
        .send(fill(template, found ? renderCheckout(found, config.mode) : renderNotFound(config.mode), found))
    },
  })

  const find = (invoiceId: string): Promise<Checkout | undefined> =>
    wellFormed.test(invoiceId) ? readCheckout(db, invoiceId, config.publicUrl) : Promise.resolve(undefined)
}

const fill = (template: string, drawn: Drawn, found: Checkout | undefined) =>
  template
    .replace(/<title>[^<]*<\/title>/, () => `<title>${drawn.title}</title>`)
    .replace('<div id="root"></div>', () => `<div id="root">${drawn.html}</div>${asJson(found ?? null)}`)

/** A data block and not a script, so the content security policy allows it. A `<` in it could end the element. */
const asJson = (value: unknown) =>
  `<script type="application/json" id="checkout">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
