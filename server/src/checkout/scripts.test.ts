import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpServer } from '../platform/http/server.ts'
import { projectRoot } from '../platform/root.ts'
import { serveCheckoutScripts } from './routes.scripts.ts'

const folder = join(projectRoot, 'web', 'public')
let app: FastifyInstance
beforeAll(() => {
  app = createHttpServer({ logLevel: 'silent', trustProxy: undefined, secure: true, toApiError: () => undefined })
  serveCheckoutScripts(app, folder)
})
afterAll(() => app.close())

/** Shops pin these hashes: a released version must never change. A change is a new version, added here. */
const released: Record<string, string> = {
  '1.0.0': 'sha384-FbrGFHVl062PgSx+tN1F+SDAp8P7frVmbQEWF0ZQZAGj8D5R+Qhoy0nZPEqbR581',
}

const integrityOf = (file: Buffer) => `sha384-${createHash('sha384').update(file).digest('base64')}`

test('released versions never change, and each is documented with its hash', () => {
  const files = readdirSync(join(folder, 'checkout')).map((name) => name.replace(/\.js$/, ''))
  expect(files.sort()).toEqual(Object.keys(released).sort())
  const guide = readFileSync(join(projectRoot, 'web/src/content/docs/embedding.ts'), 'utf8')
  for (const [version, integrity] of Object.entries(released)) {
    expect(integrityOf(readFileSync(join(folder, 'checkout', `${version}.js`)))).toBe(integrity)
  }
  const [latest = '', integrity = ''] = Object.entries(released).at(-1) ?? []
  expect(guide).toContain(latest)
  expect(guide).toContain(integrity)
})

test('other sites may load a version, which caches keep forever, and the latest one, which they don’t', async () => {
  const shared = {
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  }
  const version = await app.inject({ url: '/checkout/1.0.0.js', headers: { origin: 'https://shop.example.test' } })
  expect(version.headers).toMatchObject({ ...shared, 'cache-control': 'public, max-age=31536000, immutable' })
  expect(integrityOf(version.rawPayload)).toBe(released['1.0.0'])
  const latest = await app.inject({ url: '/checkout.js' })
  expect(latest.headers).toMatchObject({ ...shared, 'cache-control': 'public, max-age=300' })
  expect(latest.body).toBe(version.body)
  for (const path of [
    '/checkout/9.9.9.js',
    '/checkout/..%2f1.0.0.js',
    '/checkout/1.0.0',
    '/checkout/btcpay-modal.js',
  ]) {
    const missing = await app.inject({ url: path })
    expect(missing.statusCode).toBe(404)
    expect(missing.headers['access-control-allow-origin']).toBeUndefined()
  }
})

test('compressed or not, the script is the same, and at most 6 KB', async () => {
  const plain = (await app.inject({ url: '/checkout.js' })).rawPayload
  const load = (encoding: string) => app.inject({ url: '/checkout.js', headers: { 'accept-encoding': encoding } })
  expect(gunzipSync((await load('gzip')).rawPayload).equals(plain)).toBe(true)
  expect(brotliDecompressSync((await load('gzip, br')).rawPayload).equals(plain)).toBe(true)
  expect(gzipSync(plain).length).toBeLessThanOrEqual(6 * 1024)
})

test('BTCPay’s modal script has BTCPay’s interface', async () => {
  const { body, statusCode } = await app.inject({ url: '/btcpay/modal/btcpay.js' })
  expect(statusCode).toBe(200)
  for (const name of ['showInvoice', 'onModalWillEnter', 'onModalWillLeave', 'onModalReceiveMessage', 'hideFrame']) {
    expect(body).toMatch(new RegExp(`\\b${name}\\b`))
  }
})
