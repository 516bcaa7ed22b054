import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { readyMerchant } from './money.ts'

const assets = join(dirname(fileURLToPath(import.meta.url)), '../web/dist/assets')

/** The JavaScript that Chromium loads until no request is pending, each file in its gzip size. */
const firstLoad = async (page: Page, path: string) => {
  const scripts = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) scripts.add(basename(pathname))
  })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const sizes = [...scripts].map((name) => ({ name, bytes: gzipSync(readFileSync(join(assets, name))).length }))
  return { sizes, total: sizes.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** In thousands of bytes. Validation is loaded only on pages with a form. */
const limits = [
  { path: '/', limit: 120, validates: false },
  { path: '/terms', limit: 116, validates: false },
  { path: '/get-started', limit: 148, validates: true },
  { path: '/login', limit: 160, validates: true },
]

for (const { path, limit, validates } of limits) {
  test(`the first load of ${path} is at most ${limit} KB of JavaScript`, { tag: '@core' }, async ({ page }) => {
    const { sizes, total } = await firstLoad(page, path)
    expect(sizes.some(({ name }) => name.startsWith('zod'))).toBe(validates)
    expect(total, JSON.stringify(sizes, null, 2)).toBeLessThanOrEqual(limit * 1000)
  })
}

test('the first load of a checkout is at most 90 KB of JavaScript and 40 KB of HTML, from one origin', {
  tag: '@core',
}, async ({ page, server }) => {
  const strangers: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== server.url) strangers.push(request.url())
  })
  const { createInvoice } = await readyMerchant(server, 'merchant')
  const { invoiceId } = await createInvoice({ amount: '20.00' })
  const { sizes, total } = await firstLoad(page, `/i/${invoiceId}`)
  await expect(page.getByRole('img', { name: 'Bitcoin and Lightning payment code' })).toBeVisible()
  // The server draws the code.
  expect(sizes.some(({ name }) => name.startsWith('qrcode'))).toBe(false)
  expect(sizes.length).toBeGreaterThan(0)
  expect(strangers).toEqual([])
  expect(total, JSON.stringify(sizes, null, 2)).toBeLessThanOrEqual(90_000)
  const html = await (await page.request.get(`/i/${invoiceId}`)).body()
  expect(html.length).toBeLessThanOrEqual(40_000)
})

for (const language of ['de', 'ar']) {
  test(`the first load of a checkout in ${language} is at most 90 KB, with its texts`, async ({ page, server }) => {
    const { createInvoice } = await readyMerchant(server, 'merchant')
    const { invoiceId } = await createInvoice({ amount: '20.00' })
    const { sizes, total } = await firstLoad(page, `/i/${invoiceId}?lang=${language}`)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    expect(sizes.some(({ name }) => name.startsWith(`messages.${language}`))).toBe(true)
    expect(total, JSON.stringify(sizes, null, 2)).toBeLessThanOrEqual(90_000)
  })
}

test('the first load of a till is at most 120 KB of JavaScript, including its QR code', { tag: '@core' }, async ({
  page,
}) => {
  const { sizes, total } = await firstLoad(page, '/pos/nothing')
  expect(sizes.some(({ name }) => name.startsWith('qrcode'))).toBe(true)
  expect(sizes.some(({ name }) => name.startsWith('zod'))).toBe(false)
  expect(total, JSON.stringify(sizes, null, 2)).toBeLessThanOrEqual(120_000)
})
