import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@bitquay/contract/languages'
import type { PlatformBrand } from '@bitquay/contract/platform-brand'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import { writeBrand } from '../platform/http/write-brand.ts'
import { chooseLanguage } from '../platform/texts/choose-language.ts'
import { writeLanguage } from '../platform/texts/page-language.ts'

const wellFormed = /^[a-z0-9-]{1,64}$/

/**
 * The page of a till, the same for every address, so that nobody learns from it which tills exist. It holds no data: the
 * device's cookie decides what its calls return. The customer display is in the language of its address, until the till
 * tells it another one. The till itself is in English.
 */
export const serveTillPage = (app: FastifyInstance, { config, brand }: Deps, folder: string) => {
  const path = join(folder, 'pos.html')
  if (!existsSync(path)) return
  const template = readFileSync(path, 'utf8').replace('data-mode="unknown"', `data-mode="${config.mode}"`)
  const fill = (slug: string) =>
    template.replace('</head>', `<link rel="manifest" href="/pos/${slug}/app.webmanifest" /></head>`)
  const headers = { 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' }
  const send = async (reply: FastifyReply, slug: string, language: Language) => {
    const known = wellFormed.test(slug)
    const page = writeBrand(writeLanguage(known ? fill(slug) : template, language), await brand.read())
    return reply
      .code(known ? 200 : 404)
      .headers({ ...headers, 'content-language': language })
      .type('text/html; charset=utf-8')
      .send(page)
  }
  app.route<{ Params: { slug: string } }>({
    method: ['GET', 'HEAD'],
    url: '/pos/:slug',
    handler: ({ params }, reply) => send(reply, params.slug, 'en'),
  })
  app.route<{ Params: { slug: string }; Querystring: { lang?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: '/pos/:slug/display',
    handler: ({ params, query }, reply) => send(reply, params.slug, chooseLanguage({ asked: query.lang })),
  })
  app.route<{ Params: { slug: string } }>({
    method: ['GET', 'HEAD'],
    url: '/pos/:slug/app.webmanifest',
    handler: async ({ params: { slug } }, reply) =>
      reply
        .code(wellFormed.test(slug) ? 200 : 404)
        .headers(headers)
        .type('application/manifest+json')
        .send(JSON.stringify(manifestOf(slug, await brand.read()))),
  })
}

const ownIcons = [192, 512].map((side) => ({
  src: `/icon-${side}.png`,
  sizes: `${side}x${side}`,
  type: 'image/png',
}))

/** Each till is its own installed app. */
const manifestOf = (slug: string, { name, logo }: PlatformBrand) => ({
  id: `/pos/${slug}`,
  name: `${name} Point of Sale`,
  short_name: 'Till',
  start_url: `/pos/${slug}`,
  scope: `/pos/${slug}`,
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: '#0c2230',
  icons: logo === '' ? ownIcons : [{ src: logo, sizes: 'any' }],
})
