import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCheckoutOrigins, getFraming, setCheckoutOrigins } from '@bitquay/contract/checkout'
import { createPaymentLink } from '@bitquay/contract/payment-links'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownBrand } from '../../test/brand.ts'
import { drawPagesFromSource } from '../../test/draw-pages.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addMerchantUser, ask, signInAs } from '../../test/people.ts'
import { serveShopColors } from '../brands/routes.page.ts'
import { serveGreenfield } from '../greenfield/routes.ts'
import { serveImages } from '../images/routes.page.ts'
import { serveDownloads } from '../platform/http/downloads.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { serveSite } from '../platform/http/site.ts'
import { projectRoot } from '../platform/root.ts'
import { serveBrandStyle } from '../platform-brand/routes.page.ts'
import { serveTillPage } from '../tills/routes.page.ts'
import { serveLinkPage } from './routes.link-page.ts'
import { serveCheckoutPage } from './routes.page.ts'
import { serveRefundPage } from './routes.refund-page.ts'
import { serveRemindersPage } from './routes.reminders-page.ts'
import { serveCheckoutScripts } from './routes.scripts.ts'

let money: Money
let pages: FastifyInstance
let folder: string
beforeAll(async () => {
  money = await startMoney()
  money.deps.draw = await drawPagesFromSource()
  folder = mkdtempSync(join(tmpdir(), 'bitquay-framing-'))
  const html = '<html lang="en" data-mode="unknown"><head><title>x</title></head><div id="root"></div></html>'
  for (const name of ['index.html', 'checkout.html', 'payment-link.html', 'refund.html', 'pos.html'])
    writeFileSync(join(folder, name), html)
  pages = createHttpServer({ logLevel: 'silent', trustProxy: undefined, secure: true, toApiError: () => undefined })
  serveGreenfield(pages, money.deps, folder, () => undefined)
  serveImages(pages, money.deps)
  serveShopColors(pages)
  serveBrandStyle(pages)
  serveDownloads(pages, folder)
  serveCheckoutPage(pages, money.deps, folder)
  serveLinkPage(pages, money.deps, folder)
  serveRefundPage(pages, money.deps, folder)
  serveRemindersPage(pages, money.deps, folder)
  serveTillPage(pages, money.deps, folder)
  serveCheckoutScripts(pages, join(projectRoot, 'web', 'public'))
  serveSite(pages, folder, { mode: 'live', publicUrl: 'https://pay.example.test', brand: ownBrand })
})
afterAll(async () => {
  await pages.close()
  await money.close()
  rmSync(folder, { recursive: true, force: true })
})

const listed = 'https://shop.example.test'

let count = 0
const newShop = async (origins: string[] = []) => {
  const store = await money.newStore(`framed-${++count}`)
  const token = await signInAs(money.server, await addMerchantUser(money.server, store.merchantId, 'admin'))
  if (origins.length > 0) expect((await setOrigins(token, origins)).status).toBe(200)
  const { invoiceId } = await makeInvoice(money.deps, store.merchantId, '20.00')
  return { store, token, invoiceId: String(invoiceId) }
}

const setOrigins = (token: string, origins: unknown) =>
  ask(money.server, setCheckoutOrigins, { token, body: { origins } })

const load = (url: string, origin?: string) =>
  pages.inject({ url, headers: origin === undefined ? {} : { origin, referer: `${origin}/` } })

/** Who may frame a response, as browsers read it: the policy wins over the older header. */
const framersOf = ({ headers }: Awaited<ReturnType<typeof load>>) => ({
  policy: /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1],
  older: headers['x-frame-options'],
})
const nobody = { policy: "'none'", older: 'DENY' }

/** Every path of the browser's table of screens, so that a new page is tested too. */
const listScreens = () =>
  ['screens.ts', 'docs-screens.ts', 'portal-screens.ts'].flatMap((file) => {
    const text = readFileSync(join(projectRoot, 'web', 'src', 'frame', file), 'utf8')
    return [...text.matchAll(/path: '(\/[^']*)'/g)].map(([, path = '']) => path.replaceAll(/:\w+/g, 'x'))
  })

test('the modal checkout can be framed by the sites that its merchant listed, and by nobody else', async () => {
  const { invoiceId } = await newShop([listed, 'https://other.example.test:8443'])
  for (const origin of [listed, 'https://evil.example.test', undefined, 'null']) {
    const answer = await load(`/i/${invoiceId}?view=modal`, origin)
    expect(answer.statusCode).toBe(200)
    // The browser compares the page's origin with this list. What the request claims changes nothing.
    expect(framersOf(answer)).toEqual({
      policy: `https://other.example.test:8443 ${listed}`,
      older: undefined,
    })
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
    expect(answer.body).toContain(`<html data-view="modal" data-origins="https://other.example.test:8443 ${listed}"`)
  }
})

test('without a listed site the modal checkout cannot be framed at all', async () => {
  const { invoiceId } = await newShop()
  const answer = await load(`/i/${invoiceId}?view=modal`, listed)
  expect(framersOf(answer)).toEqual(nobody)
  expect(answer.body).not.toContain('data-view')
})

test('a site that one merchant listed cannot frame another merchant’s checkout', async () => {
  await newShop([listed])
  const other = await newShop(['https://elsewhere.example.test'])
  expect(framersOf(await load(`/i/${other.invoiceId}?view=modal`, listed)).policy).toBe(
    'https://elsewhere.example.test',
  )
})

test('every page that the server draws is among those whose framing is tested', () => {
  const own = readFileSync(import.meta.filename, 'utf8')
  const text = readFileSync(join(projectRoot, 'server', 'src', 'app.ts'), 'utf8')
  const served = [...text.matchAll(/ (serve\w+)\(app/g)].map(([, name = '']) => name)
  // These two answer programs.
  const pagesOf = new Set(served.filter((name) => name !== 'serveMetrics' && name !== 'serveLnurl'))
  expect(pagesOf.size).toBeGreaterThan(5)
  expect([...pagesOf].filter((name) => !own.includes(`${name}(pages`))).toEqual([])
})

test('no other page can be framed by any site', async () => {
  const { invoiceId, token } = await newShop([listed])
  const link = await ask(money.server, createPaymentLink, { token, body: { title: 'Mugs', amount: '9.00' } })
  const screens = listScreens()
  expect(screens).toEqual(expect.arrayContaining(['/login', '/merchant/wallet', '/admin/merchants']))
  const others = [
    ...screens,
    ...screens.map((path) => `${path}?view=modal`),
    '/',
    `/i/${invoiceId}`,
    `/i/${invoiceId}?view=Modal`,
    `/i/${invoiceId}?view=modal&view=modal`,
    `/i/${invoiceId}?view[]=modal`,
    `/i/${invoiceId}/?view=modal`,
    `/i/${invoiceId}%2f?view=modal`,
    '/i/unknown?view=modal',
    '/i/%00?view=modal',
    `/p/${String(link.body.slug)}?view=modal`,
    '/p/unknown?view=modal',
    '/r/unknown?view=modal',
    '/pos/counter?view=modal',
    '/pos/counter/display?view=modal',
    '/pos/counter/app.webmanifest?view=modal',
    '/btcpay/api-keys/authorize?redirect=https://shop.example.test/x&view=modal',
    '/btcpay/modal/btcpay.js',
    '/checkout.js',
    '/checkout/1.0.0.js',
    '/downloads/client.tgz',
    '/downloads/SHA256SUMS',
    `/images/${'0'.repeat(40)}`,
    '/colors/123456.css',
    '/brand/123456-123456.css',
    '/api/merchant/settings?view=modal',
  ]
  for (const path of others) {
    for (const origin of [listed, 'https://evil.example.test', undefined]) {
      expect({ path, origin, ...framersOf(await load(path, origin)) }).toEqual({ path, origin, ...nobody })
    }
  }
})

test('the script learns from the server whether its own site may frame the checkout', async () => {
  const { invoiceId } = await newShop([listed])
  const ask = async (id: string, origin?: string) => {
    const headers = origin === undefined ? {} : { origin }
    const answer = await money.server.app.inject({ url: `/api/checkout/${id}/framing`, headers })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    return answer.json() as unknown
  }
  expect(await ask(invoiceId, listed)).toEqual({ allowed: true })
  for (const origin of [
    'https://evil.example.test',
    `${listed}.evil.test`,
    'http://shop.example.test',
    'null',
    undefined,
  ]) {
    expect(await ask(invoiceId, origin)).toEqual({ allowed: false })
  }
  expect(await ask('unknown', listed)).toEqual({ allowed: false })
  expect(getFraming.audience).toBe('public')
})

test('a list holds origins only, so that nothing else gets into the header', async () => {
  const { token } = await newShop()
  for (const origin of [
    '*',
    'https://*',
    'https://*.example.test',
    'shop.example.test',
    'https://shop.example.test/path',
    "https://shop.example.test; script-src 'unsafe-inline'",
    'https://a.test https://b.test',
    'https://a.test,https://b.test',
    'https://user@shop.example.test',
    'javascript:alert(1)',
    'data:',
    'null',
    'https://',
    'https://shop.example.test:99999999',
    'https://shop.example.test\r\nx: y',
    "'self'",
    '',
    5,
  ]) {
    expect({ origin, status: (await setOrigins(token, [origin])).status }).toEqual({ origin, status: 400 })
  }
  const many = Array.from({ length: 21 }, (_, index) => `https://shop-${index}.test`)
  expect((await setOrigins(token, many)).status).toBe(400)
  expect((await setOrigins(token, many.slice(0, 20))).status).toBe(200)
  const same = ['HTTPS://Shop.Example.Test/', 'https://shop.example.test:443', 'http://localhost:5173']
  expect((await setOrigins(token, same)).body).toEqual({ origins: ['http://localhost:5173', listed] })
  expect((await ask(money.server, getCheckoutOrigins, { token })).body).toEqual({
    origins: ['http://localhost:5173', listed],
  })
})

test('users without the role admin cannot change the list, and changes are in the audit log', async () => {
  const { store, token } = await newShop([listed])
  const clerk = await signInAs(money.server, await addMerchantUser(money.server, store.merchantId, 'user'))
  expect((await setOrigins(clerk, [])).body.code).toBe('forbidden')
  expect((await setOrigins(token, [])).body).toEqual({ origins: [] })
  const entries = await money.deps.db
    .selectFrom('actLog')
    .select('detail')
    .where('merchantId', '=', store.merchantId)
    .where('act', '=', 'settings-changed')
    .orderBy('id')
    .execute()
  expect(entries.map(({ detail }) => detail)).toEqual([
    { field: 'checkoutOrigins', before: '', after: listed },
    { field: 'checkoutOrigins', before: listed, after: '' },
  ])
})

test('a live server accepts encrypted sites only, beside one’s own computer', async () => {
  const { token } = await newShop()
  const { config } = money.deps
  const mode = config.mode
  Object.assign(config, { mode: 'live' })
  try {
    const refused = await setOrigins(token, ['https://a.test', 'http://shop.example.test'])
    expect(refused).toMatchObject({
      status: 400,
      body: { message: 'Use https. Plain http works on your own computer only.' },
    })
    const own = ['http://localhost:3000', 'http://127.0.0.1:8080', 'http://shop.localhost', 'https://a.test']
    expect((await setOrigins(token, own)).status).toBe(200)
  } finally {
    Object.assign(config, { mode })
  }
})

test('BTCPay’s clients get the checkout page below their server’s address, without a redirect', async () => {
  const { invoiceId } = await newShop()
  const headers = { authorization: `token ${'x'.repeat(40)}`, accept: 'application/json' }
  for (const query of ['', '?lang=de']) {
    const { statusCode, body } = await pages.inject({ url: `/btcpay/i/${invoiceId}${query}`, headers })
    expect(statusCode).toBe(200)
    expect(body).toContain(`<html lang="${query === '' ? 'en' : 'de'}"`)
    expect(body).toContain(`<script type="application/json" id="checkout">{"invoiceId":"${invoiceId}"`)
  }
  expect((await pages.inject({ url: '/btcpay/i/unknown', headers })).statusCode).toBe(404)
})
