import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ownBrand } from '../../../test/brand.ts'
import { createHttpServer } from './server.ts'
import { serveSite } from './site.ts'

let app: FastifyInstance
let folder: string

const html = (name: string) =>
  `<html data-mode="unknown"><title>${name}</title><link rel="canonical" href="{{PUBLIC_URL}}/${name}" /><footer>© {{YEAR}}</footer>`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-site-'))
  await mkdir(join(folder, 'pages'))
  await mkdir(join(folder, 'assets'))
  const files = {
    'index.html': html('landing'),
    'checkout.html': html('checkout'),
    'pages/about.html': html('about'),
    'pages/paths.json': JSON.stringify({ '/about': 'pages/about.html' }),
    'robots.txt': 'Sitemap: {{PUBLIC_URL}}/sitemap.xml\n',
    'sitemap.xml': '<url><loc>{{PUBLIC_URL}}/</loc></url><url><loc>{{PUBLIC_URL}}/about</loc></url>',
    'favicon.svg': '<svg/>',
    'assets/main-1.js': 'run()',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  app = createHttpServer({ logLevel: 'silent', trustProxy: undefined, secure: true, toApiError: () => undefined })
  serveSite(app, folder, { mode: 'live', publicUrl: 'https://pay.example.test', brand: ownBrand })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const read = async (url: string) => {
  const { statusCode, headers, body } = await app.inject({ url })
  return { status: statusCode, type: headers['content-type'], keep: headers['cache-control'], body }
}

test('a public page has its own name and the operator’s address, whatever host the request names', async () => {
  const about = await app.inject({ url: '/about', headers: { host: 'evil.example.test' } })
  expect(about.body).toContain('<title>about</title>')
  expect(about.body).toContain('href="https://pay.example.test/about"')
  expect(about.body).toContain('data-mode="live"')
  for (const path of ['/about?from=mail', '/about/']) expect((await read(path)).body, path).toBe(about.body)
})

test('the footer has the current year, also after New Year and however old the build is', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-31T12:00:00Z') })
  expect((await read('/about')).body).toContain('© 2026')
  vi.setSystemTime(Date.parse('2027-01-02T12:00:00Z'))
  expect((await read('/about')).body).toContain('© 2027')
  vi.useRealTimers()
})

test('every other path shows the app’s page', async () => {
  for (const path of [
    '/',
    '/merchant/dashboard',
    '/nowhere',
    '/index.html',
    '/pages/about.html',
    '/pages/paths.json',
    '/checkout.html',
  ])
    expect((await read(path)).body, path).toContain('<title>landing</title>')
})

test('a program that looks for what we don’t have gets 404 in JSON', async () => {
  for (const path of ['/.well-known/keysend/cafe', '/.well-known/nostr.json?name=cafe', '/.well-known/', '/assets/x']) {
    const { status, type, body } = await read(path)
    expect([status, type], path).toEqual([404, 'application/json; charset=utf-8'])
    expect(JSON.parse(body), path).toMatchObject({ code: 'not-found' })
  }
})

test('only the documents of pages that scan may use the camera', async () => {
  const cameraOf = async (url: string) =>
    /camera=(\S+),/.exec(String((await app.inject({ url })).headers['permissions-policy']))?.[1]
  for (const path of ['/merchant/signing/12', '/merchant/signing/12?from=mail', '/merchant/wallet/own-keys']) {
    expect(await cameraOf(path), path).toBe('(self)')
  }
  for (const path of [
    '/',
    '/about',
    '/merchant/dashboard',
    '/merchant/signing',
    '/merchant/signing/12/more',
    '/merchant/wallet',
    '/admin/merchant/signing/12',
    '/api/merchant/signing/12',
    '/assets/main-1.js',
  ]) {
    expect(await cameraOf(path), path).toBe('()')
  }
})

test('the sitemap and robots.txt contain the operator’s address', async () => {
  expect(await read('/sitemap.xml')).toMatchObject({
    status: 200,
    type: 'application/xml; charset=utf-8',
    body: '<url><loc>https://pay.example.test/</loc></url><url><loc>https://pay.example.test/about</loc></url>',
  })
  expect(await read('/robots.txt')).toMatchObject({
    type: 'text/plain; charset=utf-8',
    body: 'Sitemap: https://pay.example.test/sitemap.xml\n',
  })
})

test('files with a hash in their name are cached forever, others are revalidated', async () => {
  expect(await read('/assets/main-1.js')).toMatchObject({ status: 200, keep: 'public, max-age=31536000, immutable' })
  expect(await read('/favicon.svg')).toMatchObject({ type: 'image/svg+xml', keep: 'no-cache' })
  expect((await read('/assets/main-2.js')).status).toBe(404)
})

test('icons that programs ask for are ours, or lead to the logo of the platform', async () => {
  expect((await read('/favicon.svg')).status).toBe(200)
  const logo = `/images/${'a'.repeat(40)}`
  const pages = await ownBrand.readPages()
  const own = createHttpServer({ logLevel: 'silent', trustProxy: undefined, secure: true, toApiError: () => undefined })
  const readPages = async () => ({ ...pages, brand: { ...pages.brand, logo } })
  serveSite(own, folder, { mode: 'live', publicUrl: 'https://pay.example.test', brand: { ...ownBrand, readPages } })
  for (const path of ['/favicon.ico', '/favicon.ico?v=2', '/favicon.svg', '/apple-touch-icon.png']) {
    const { statusCode, headers } = await own.inject({ url: path })
    expect([statusCode, headers.location, headers['cache-control']], path).toEqual([302, logo, 'no-cache'])
  }
  await own.close()
})

test('a changed page is compressed like a file', async () => {
  const plain = await app.inject({ url: '/about' })
  for (const [name, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const packed = await app.inject({ url: '/about', headers: { 'accept-encoding': name } })
    expect(packed.headers).toMatchObject({ 'content-encoding': name, vary: 'accept-encoding' })
    expect(unpack(packed.rawPayload).toString()).toBe(plain.body)
  }
})
