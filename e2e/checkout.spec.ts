import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test, tokenOf } from './fixtures.ts'
import type { ServerProcess } from './server-process.ts'

// This test advances the clock, so it needs its own server.
test.use({ world: 'checkout' })

const assets = join(dirname(fileURLToPath(import.meta.url)), '../web/dist/assets')

type CreatedInvoice = { invoiceId: string; bitcoinAddress: string; lightningInvoice: string; amountBtc: string }

const call = async <Answer>(server: ServerProcess, path: string, body: object, token?: string): Promise<Answer> => {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Answer
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer
}

/** The store may still be being created right after the start, so this retries. */
const createInvoice = async (
  server: ServerProcess,
  amount = 270,
  description = 'Season pass',
): Promise<CreatedInvoice> => {
  const token = await tokenOf(server, 'merchant')
  let created: CreatedInvoice | undefined
  await expect(async () => {
    created = await call<CreatedInvoice>(server, '/api/merchant/invoices', { amount, description }, token)
  }).toPass({ timeout: 60_000 })
  return created as CreatedInvoice
}

const pull = (server: ServerProcess, lever: string, body: object) => call(server, `/api/sandbox/${lever}`, body)

const expectAccessible = async (page: Page, where: string) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  expect(found, where).toEqual([])
}

/** Fails when the page was reloaded: the mark would be gone. */
const markPage = async (page: Page) => {
  await page.evaluate(() => Object.assign(window, { stillHere: true }))
  return async () => expect(await page.evaluate(() => 'stillHere' in window)).toBe(true)
}

test('an invoice goes from waiting to received to paid on-chain without a reload', async ({ page, server }) => {
  const { invoiceId } = await createInvoice(server)
  await page.goto(`/i/${invoiceId}`)
  await expect(page).toHaveTitle('Pay $270.00 · Kestrel Arcade')
  await expect(page.getByRole('heading', { name: '$270.00' })).toBeVisible()
  await expect(page.getByRole('main').getByText(/^1 BTC = \$[\d,]+\.\d\d, locked for this invoice$/)).toBeVisible()
  await expect(page.getByRole('img', { name: 'Bitcoin and Lightning payment code' })).toBeVisible()
  const expectSamePage = await markPage(page)

  await page.getByRole('button', { name: 'Pay on-chain' }).click()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Confirming, usually about 10 minutes.')).toBeVisible()
  await expect(page.getByRole('main').getByText('Confirms here')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay on-chain' })).toBeHidden()

  await page.getByRole('button', { name: 'Mine a block' }).click()
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Payment complete. Thanks for paying Kestrel Arcade.')).toBeVisible()
  await expect(page.getByRole('list', { name: '1 of 1 confirmation' }).getByText(/^Block \d/)).toBeVisible()
  await expect(page).toHaveTitle('Paid · Kestrel Arcade')
  await expect(page.getByRole('main').getByText('Bitcoin, on-chain')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print receipt' })).toBeVisible()
  await expectSamePage()
})

test('an invoice is paid over Lightning at once', async ({ page, server }) => {
  const { invoiceId } = await createInvoice(server)
  await page.goto(`/i/${invoiceId}`)
  const expectSamePage = await markPage(page)
  await page.getByRole('button', { name: 'Pay over Lightning' }).click()
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Lightning, paid instantly')).toBeVisible()
  await expectSamePage()
})

test('a partial payment shows the rest with a new Lightning invoice', async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { invoiceId, lightningInvoice } = await createInvoice(server)
  await page.goto(`/i/${invoiceId}`)
  await pull(server, 'pay', { invoiceId, method: 'onchain', amountBtc: '0.001' })
  await expect(page.getByRole('main').getByText('Still due')).toBeVisible()
  await expect(page.getByRole('main').getByText('Partial payment received. Waiting for the rest')).toBeVisible()
  await page.getByRole('button', { name: 'Copy Lightning invoice' }).click()
  await expect(page.getByRole('main').getByText('Copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^lnbcrt/)
  expect(copied).not.toBe(lightningInvoice)

  await page.getByRole('button', { name: 'Pay over Lightning' }).click()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Bitcoin, on-chain and Lightning')).toBeVisible()
})

test('an overpayment is shown with both amounts', async ({ page, server }) => {
  const { invoiceId } = await createInvoice(server)
  await pull(server, 'pay', { invoiceId, method: 'onchain', amountBtc: '0.01' })
  await page.goto(`/i/${invoiceId}`)
  await expect(page.getByRole('main').getByText('You overpaid')).toBeVisible()
  await expect(
    page.getByRole('main').getByText(/You sent 0\.01000000 BTC, but the total was 0\.\d{8} BTC\./),
  ).toBeVisible()
})

test('the last minutes count down, the invoice expires, and a late payment is shown', async ({ page, server }) => {
  const { invoiceId } = await createInvoice(server)
  await page.goto(`/i/${invoiceId}`)
  await expect(page.getByRole('main').getByText('Pay by')).toBeVisible()
  await pull(server, 'clock', { advanceSeconds: 11 * 60 })
  await expect(page.getByRole('timer')).toHaveText(/^[34]:\d\d$/)
  await expect(page.getByRole('status').filter({ hasText: /^4 minutes left to pay$/ })).toBeAttached()
  await pull(server, 'clock', { advanceSeconds: 5 * 60 })
  await expect(page.getByRole('heading', { name: 'This invoice has expired' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('main').getByText('Ask Kestrel Arcade for a new invoice.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open in wallet' })).toBeHidden()

  await page.getByRole('button', { name: 'Pay on-chain' }).click()
  await expect(page.getByRole('heading', { name: 'Your payment arrived late' })).toBeVisible({ timeout: 40_000 })
})

test('amount and address are shown without JavaScript', async ({ browser, server }) => {
  const { invoiceId, bitcoinAddress, lightningInvoice, amountBtc } = await createInvoice(
    server,
    106,
    '<b>"Tea" & more</b>',
  )
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const response = await page.goto(`${server.url}/i/${invoiceId}`)
  expect(response?.headers()['x-robots-tag']).toBe('noindex')
  await expect(page).toHaveTitle('Pay $106.00 · Kestrel Arcade')
  await expect(page.getByRole('heading', { name: '$106.00' })).toBeVisible()
  await expect(page.getByRole('main').getByText('<b>"Tea" & more</b>', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText(`${amountBtc} BTC`)).toBeVisible()
  await expect(page.getByRole('main').getByText(bitcoinAddress, { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText(lightningInvoice, { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Waiting for payment')).toBeVisible()
  await context.close()
})

test('an unknown invoice shows a 404 page', async ({ page }) => {
  const response = await page.goto('/i/nosuchinvoice')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Invoice not found' })).toBeVisible()
  await expect(page).toHaveTitle('Invoice not found · Bitquay')
})

test('it works by keyboard, and each method has its own code', async ({ page, server }) => {
  const { invoiceId, bitcoinAddress, lightningInvoice } = await createInvoice(server)
  await page.goto(`/i/${invoiceId}`)
  const wallet = page.getByRole('link', { name: 'Open in wallet' })
  await expect(wallet).toHaveAttribute('href', /^bitcoin:.*lightning=/)
  await page.getByRole('tab', { name: 'Any wallet' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Lightning' })).toBeFocused()
  await expect(wallet).toHaveAttribute('href', `lightning:${lightningInvoice}`)
  await expect(page.getByRole('img', { name: 'Lightning payment code' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy Bitcoin address' })).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await expect(wallet).toHaveAttribute('href', new RegExp(`^bitcoin:${bitcoinAddress}\\?amount=0\\.\\d{8}$`))
  await page.keyboard.press('Tab')
  await expect(wallet).toBeFocused()
})

test('it reports a lost connection and recovers', async ({ page, server }) => {
  const { invoiceId } = await createInvoice(server)
  await page.goto(`/i/${invoiceId}`)
  await page.route('**/api/checkout/**', (route) => route.abort())
  await expect(page.getByRole('main').getByText('No connection')).toBeVisible()
  await expect(page.getByRole('heading', { name: '$270.00' })).toBeVisible()
  await page.unroute('**/api/checkout/**')
  await expect(page.getByRole('main').getByText('No connection')).toBeHidden({ timeout: 30_000 })
})

test('no other origin, no content policy violation and at most 90 KB of JavaScript', async ({ page, server }) => {
  const { invoiceId } = await createInvoice(server)
  const scripts = new Set<string>()
  const strangers: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin !== server.url) strangers.push(request.url())
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) scripts.add(pathname)
  })
  await page.goto(`/i/${invoiceId}`)
  await expect(page.getByRole('img', { name: 'Bitcoin and Lightning payment code' })).toBeVisible()
  const sizes = [...scripts].map((path) => ({
    path,
    bytes: gzipSync(readFileSync(join(assets, basename(path)))).length,
  }))
  expect(sizes.length).toBeGreaterThan(0)
  expect(
    sizes.reduce((sum, { bytes }) => sum + bytes, 0),
    JSON.stringify(sizes, null, 2),
  ).toBeLessThanOrEqual(90_000)
  expect(strangers).toEqual([])
})

for (const theme of ['light', 'dark'] as const) {
  test(`${theme}: no violation from the QR code to the receipt`, async ({ page, server }) => {
    test.slow()
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const { invoiceId } = await createInvoice(server)
    await page.goto(`/i/${invoiceId}`)
    await expect(page.getByRole('img', { name: 'Bitcoin and Lightning payment code' })).toBeVisible()
    await expectAccessible(page, 'waiting')
    await pull(server, 'pay', { invoiceId, method: 'onchain', amountBtc: '0.001' })
    await expect(page.getByRole('main').getByText('Still due')).toBeVisible()
    await expectAccessible(page, 'part')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, 'part on a phone')
    await page.getByRole('button', { name: 'Pay on-chain' }).click()
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
    await expectAccessible(page, 'received')
    await page.getByRole('button', { name: 'Mine a block' }).click()
    await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible()
    await expectAccessible(page, 'paid')
    await page.goto('/i/nosuchinvoice')
    await expect(page.getByRole('heading', { name: 'Invoice not found' })).toBeVisible()
    await expectAccessible(page, 'not found')
  })
}
