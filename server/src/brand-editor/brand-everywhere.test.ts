import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emailReceipt } from '@bitquay/contract/checkout'
import { defaultBrand, type PlatformBrand } from '@bitquay/contract/platform-brand'
import * as calls from '@bitquay/contract/platform-brand.admin'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPagesFromSource } from '../../test/draw-pages.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addAdmin, ask, signInAs } from '../../test/people.ts'
import { readPdf } from '../../test/read-pdf.ts'
import { createApp } from '../app.ts'
import { serveCheckoutPage } from '../checkout/routes.page.ts'
import { createDeps } from '../create-deps.ts'
import type { Deps } from '../deps.ts'
import { syncStore } from '../payments/sync-store.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { serveSite } from '../platform/http/site.ts'
import { projectRoot } from '../platform/root.ts'

let money: Money
let folder: string
/** Two servers with one database, each with the brand that it has read. */
let second: Deps
let servers: { api: FastifyInstance; pages: FastifyInstance }[]
beforeAll(async () => {
  money = await startMoney()
  folder = await mkdtemp(join(tmpdir(), 'bitquay-everywhere-'))
  for (const name of ['index', 'checkout'])
    await cp(join(projectRoot, `web/${name}.html`), join(folder, `${name}.html`))
  const draw = await drawPagesFromSource()
  const start = async (deps: Deps) => {
    const pages = createHttpServer({
      logLevel: 'silent',
      trustProxy: undefined,
      secure: true,
      toApiError: () => undefined,
    })
    serveCheckoutPage(pages, { ...deps, draw }, folder)
    serveSite(pages, folder, { mode: 'sandbox', publicUrl: deps.config.publicUrl, brand: deps.brand })
    return { api: deps === money.deps ? money.server.app : await createApp(deps), pages }
  }
  second = createDeps(money.deps.config, money.deps.db, money.deps.engine)
  servers = [await start(money.deps), await start(second)]
})
afterAll(async () => {
  for (const { pages } of servers) await pages.close()
  await servers[1]?.api.close()
  await second.engines.close()
  await money.close()
  await rm(folder, { recursive: true, force: true })
})

/** What someone sees in each place, on one server. */
const lookAround = async ({ api, pages }: (typeof servers)[number], invoiceId: string) => {
  const open = async (path: string) => (await pages.inject(path)).body
  const described = await api.inject('/api/v1/openapi.json')
  const receipt = await api.inject({ url: `/api/checkout/${invoiceId}/receipt`, remoteAddress: nobody() })
  const recipient = `ida-${++customers}@example.test`
  const sent = await api.inject({
    method: 'POST',
    url: emailReceipt.path.replace(':invoiceId', invoiceId),
    payload: { email: recipient },
    remoteAddress: nobody(),
  })
  expect(sent.statusCode, sent.body).toBe(200)
  const email = await money.deps.db
    .selectFrom('mailOutbox')
    .select(['bodyText', 'bodyHtml'])
    .where('recipient', '=', recipient)
    .executeTakeFirst()
  return {
    'landing page': await open('/'),
    login: await open('/login'),
    portal: await open('/merchant'),
    'status page': await open('/status'),
    'checkout foot': /<footer[\s\S]*<\/footer>/.exec(await open(`/i/${invoiceId}`))?.[0] ?? '',
    'OpenAPI title': (described.json() as { info: { title: string } }).info.title,
    'receipt PDF': readPdf(receipt.rawPayload).flat().join('\n'),
    'invoice email': email?.bodyText ?? '',
    'invoice email as HTML': email?.bodyHtml ?? '',
  }
}
let customers = 0
let sources = 0
const nobody = () => `198.51.100.${++sources}`

test('a brand that an admin publishes is everywhere on two servers within 10 seconds, without a restart', async () => {
  const shop = await money.newStore('everywhere')
  const { invoiceId: created } = await makeInvoice(money.deps, shop.merchantId, '265.00')
  const invoiceId = String(created)
  await money.engine.control.pay({ invoiceId, method: 'onchain' })
  await money.mine(1, shop)
  await money.server.advance(31)
  await syncStore(money.deps, shop.id)
  const [first, other] = servers
  if (!first || !other) throw new Error('no servers')
  for (const [place, text] of Object.entries(await lookAround(first, invoiceId)))
    expect(text, place).toContain('Bitquay')
  expect((await other.pages.inject('/')).body, 'the other server has read the old name').toContain('Bitquay')

  const token = await signInAs(money.server, await addAdmin(money.server))
  const logo = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#0f6e84' } })
    .png()
    .toBuffer()
  const uploaded = await ask(money.server, calls.uploadBrandLogo, { token, body: { image: logo.toString('base64') } })
  const path = (uploaded.body as unknown as { draft: { brand: PlatformBrand } }).draft.brand.logo
  const body = { ...defaultBrand, name: 'Northsea Pay', logo: path, colors: { accent: '#0f6e84', deep: '#101b3b' } }
  expect((await ask(money.server, calls.saveBrandDraft, { token, body })).status).toBe(200)
  expect((await ask(money.server, calls.publishBrand, { token, body: {} })).status).toBe(200)

  for (const [index, server] of servers.entries()) {
    const style = `/brand/0f6e84-101b3b-${path.slice(-40)}.css`
    await expect.poll(async () => (await server.pages.inject('/')).body, { timeout: 10_000 }).toContain('Northsea Pay')
    for (const [place, text] of Object.entries(await lookAround(server, invoiceId))) {
      expect(text, `${place} on server ${index + 1}`).toContain('Northsea Pay')
      expect(text, `${place} on server ${index + 1}`).not.toContain('Bitquay')
    }
    for (const page of ['/', '/login', '/merchant', '/status', `/i/${invoiceId}`])
      expect((await server.pages.inject(page)).body, page).toContain(`<link rel="stylesheet" href="${style}">`)
    expect((await server.api.inject(style)).body).toContain(`url(${path})`)
    expect((await server.api.inject(path)).headers['content-type']).toBe('image/png')
  }
})
