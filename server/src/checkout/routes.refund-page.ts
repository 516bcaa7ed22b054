import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { chooseLanguage } from '../platform/texts/choose-language.ts'
import { languageHeaders, writeLanguage } from '../platform/texts/page-language.ts'
import { findClaimLanguages } from '../refunds/index.ts'

const wellFormed = /^[\w-]{20,100}$/

/** The page where a customer claims a refund: the app's page, in the language of the customer. */
export const serveRefundPage = (app: FastifyInstance, { db, config }: Deps, folder: string) => {
  const path = join(folder, 'index.html')
  if (!existsSync(path)) return
  const template = readFileSync(path, 'utf8')
    .replace('data-mode="unknown"', `data-mode="${config.mode}"`)
    .replaceAll('{{PUBLIC_URL}}', config.publicUrl.replaceAll('&', '&amp;'))

  app.route<{ Params: { token: string }; Querystring: { lang?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: '/r/:token',
    handler: async (request, reply) => {
      const { token } = request.params
      // Without its shop's language, the page still opens in the customer's.
      const known = wellFormed.test(token) ? await findClaimLanguages(db, token).catch(() => undefined) : undefined
      const language = chooseLanguage({
        asked: request.query.lang,
        accepted: request.headers['accept-language'],
        ...known,
      })
      return reply
        .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', ...languageHeaders(language) })
        .type('text/html; charset=utf-8')
        .send(writeLanguage(template, language))
    },
  })
}
