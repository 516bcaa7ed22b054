import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { beSignedIn, expect, newestEmail, test, tokenOf } from './fixtures.ts'
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

const amountOf = (page: Page) => page.getByRole('main').locator('.money').first()

test('an invoice goes from waiting to received to paid on-chain without a reload', { tag: '@core' }, async ({
  page,
  server,
}) => {
  const { invoiceId } = await createInvoice(server)
  await page.goto(`/i/${invoiceId}`)
  await expect(page).toHaveTitle('Pay $270.00 · Kestrel Arcade')
  await expect(page.getByRole('heading', { name: 'Season pass' })).toBeVisible()
  await expect(amountOf(page)).toHaveText('$270.00')
  await expect(page.getByRole('main').getByText('Unpaid')).toBeVisible()
  await expect(page.getByRole('main').getByText(/^1 BTC = \$[\d,]+\.\d\d, locked for this invoice$/)).toBeVisible()
  await expect(page.getByRole('img', { name: 'Bitcoin and Lightning payment code' })).toBeVisible()
  const expectSamePage = await markPage(page)

  await page.getByRole('button', { name: 'Pay on-chain' }).click()
  await expect(page.getByRole('heading', { name: 'Payment received', exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Confirming, usually about 10 minutes.')).toBeVisible()
  await expect(page.getByRole('main').getByText('Your payment')).toBeVisible()
  await expect(page.getByRole('main').getByText('Confirms here, next block')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay on-chain' })).toBeHidden()

  await page.getByRole('button', { name: 'Mine a block' }).click()
  await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Payment complete. Kestrel Arcade can see it.')).toBeVisible()
  await expect(page.getByRole('main').getByText(/^Confirmed in block [\d,]+$/)).toBeVisible()
  await expect(page).toHaveTitle('Paid · Kestrel Arcade')
  await page.getByText('Payment details').click()
  await expect(page.getByRole('main').getByText('Bitcoin, on-chain')).toBeVisible()
  await expectSamePage()
})

type Place = { x: number; y: number; width: number; height: number }

/** Where the parts that must not move are, in whole and broken pixels. */
const placesOf = (page: Page) =>
  page.evaluate(() => {
    const place = (selector: string): Place => {
      const element = document.querySelector(selector)
      if (!element) throw new Error(`no ${selector}`)
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x, y: y + scrollY, width, height }
    }
    const header = document.querySelector('.shop-bar')?.getBoundingClientRect()
    return {
      header: { top: header?.top, height: header?.height },
      name: place('.shop-name b'),
      title: place('.pay-title').y,
      // The digits of another amount have another width.
      amount: { x: place('.pay-due .money').x, y: place('.pay-due .money').y, height: place('.pay-due .money').height },
      bitcoin: place('.pay-due .btcline').y,
      scene: place('.pay-scene'),
      beam: place('.pay-scene .beam'),
      panel: { x: place('.pay-panel').x, y: place('.pay-panel').y },
    }
  })

for (const width of [390, 1440]) {
  test(`at ${width}, nothing moves from waiting to paid, nor when its block is lost and found again`, async ({
    page,
    server,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 900 })
    const { invoiceId } = await createInvoice(server)
    await page.goto(`/i/${invoiceId}`)
    await expect(page.getByRole('img', { name: 'Bitcoin and Lightning payment code' })).toBeVisible()
    const expectSamePage = await markPage(page)
    await page.evaluate(() => document.fonts.ready)
    const before = await placesOf(page)
    const expectStill = async (state: string) => expect(await placesOf(page), state).toEqual(before)

    await page.getByRole('tab', { name: 'Lightning' }).click()
    await expectStill('another payment method')
    await pull(server, 'pay', { invoiceId, method: 'onchain', amountBtc: '0.001' })
    await expect(page.getByRole('heading', { name: 'Partial payment received' })).toBeVisible()
    await expectStill('partially paid')
    await pull(server, 'pay', { invoiceId, method: 'onchain' })
    await expect(page.getByRole('heading', { name: 'Payment received', exact: true })).toBeVisible()
    await expectStill('confirming')
    await pull(server, 'mine', { blocks: 1 })
    await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible()
    await expect(page.getByText(/^Confirmed in block [\d,]+$/)).toBeVisible()
    await expect(page.locator('.crate .tick')).toHaveCSS('opacity', '1')
    await expectStill('paid')
    // The crane has set the payment down on the chain: no gap between them.
    const gap = await page.evaluate(() => {
      const bottom = document.querySelector('.crate')?.getBoundingClientRect().bottom ?? Number.NaN
      const top = document.querySelectorAll('.chain .shop-box')[1]?.getBoundingClientRect().top ?? Number.NaN
      return Math.abs(top - bottom)
    })
    expect(gap).toBeLessThanOrEqual(4)

    await pull(server, 'reorg', { depth: 1, empty: true })
    await expect(page.getByRole('heading', { name: 'Payment received', exact: true })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('link', { name: 'PDF receipt' })).toBeHidden()
    await expectStill('its block lost')
    await pull(server, 'mine', { blocks: 1 })
    await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible({ timeout: 60_000 })
    await expectStill('paid again')
    await expectSamePage()

    // The header stays where it is while the page scrolls below it.
    await page.setViewportSize({ width, height: 500 })
    await page.mouse.move(width / 2, 300)
    await page.mouse.wheel(0, 400)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
    expect(await page.locator('.shop-bar').evaluate((bar) => bar.getBoundingClientRect().top)).toBe(0)
  })
}

test('a paid invoice gives its receipt by email and as PDF, and sends at most 3', async ({ page, server }) => {
  const { invoiceId } = await createInvoice(server)
  await page.goto(`/i/${invoiceId}`)
  await page.getByRole('button', { name: 'Pay over Lightning' }).click()
  await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible()
  await page.getByLabel('Email receipt').fill('not an address')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid email address')
  await page.getByLabel('Email receipt').fill('ida@example.test')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Receipt sent.').first()).toBeVisible()
  const mail = await newestEmail(server, 'ida@example.test', /^Receipt from Kestrel Arcade$/)
  expect(mail.text).toContain('You paid Kestrel Arcade')
  expect(mail.text).toContain('Amount: $270.00')
  expect(mail.text).toContain(`/i/${invoiceId}`)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'PDF receipt' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`receipt-${invoiceId}.pdf`)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')

  for (const to of ['two@example.test', 'three@example.test']) {
    await page.reload()
    await page.getByLabel('Email receipt').fill(to)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('Receipt sent.').first()).toBeVisible()
  }
  await page.reload()
  await page.getByLabel('Email receipt').fill('four@example.test')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'This receipt was already emailed 3 times. Download the PDF instead.',
  )
})

test('a reported page reaches the operator', async ({ page, server, browser }) => {
  const { invoiceId } = await createInvoice(server)
  await page.goto(`/i/${invoiceId}`)
  const link = page.getByRole('button', { name: 'Report this page' })
  await link.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report this page' })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please tell us what’s wrong')
  await dialog.getByLabel('What’s wrong?').fill('This shop pretends to be another one.')
  await dialog.getByLabel('How can we reach you?').fill('kim@example.test')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Thank you. We’ll look into it.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // The checkout is still there, and the focus is where it was.
  await expect(page.getByRole('img', { name: 'Bitcoin and Lightning payment code' })).toBeVisible()
  await expect(link).toBeFocused()

  const admin = await (await browser.newContext()).newPage()
  await beSignedIn(admin, server, 'admin')
  await expect(async () => {
    await admin.goto(`${server.url}/admin/system`)
    await expect(
      admin.getByRole('region', { name: 'Alerts' }).getByText(`invoice ${invoiceId} from Kestrel Arcade`),
    ).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 60_000 })
  await admin.context().close()
})

test('an invoice is paid over Lightning at once', { tag: '@core' }, async ({ page, server }) => {
  const { invoiceId } = await createInvoice(server)
  await page.goto(`/i/${invoiceId}`)
  const expectSamePage = await markPage(page)
  await page.getByRole('button', { name: 'Pay over Lightning' }).click()
  await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Settled by Lightning')).toBeVisible()
  await expectSamePage()
})

test('a partial payment shows the rest with a new Lightning invoice', { tag: '@core' }, async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { invoiceId, lightningInvoice } = await createInvoice(server)
  await page.goto(`/i/${invoiceId}`)
  await pull(server, 'pay', { invoiceId, method: 'onchain', amountBtc: '0.001' })
  await expect(page.getByRole('main').getByText('Still due').first()).toBeVisible()
  await expect(page.getByRole('main').getByText('Partial payment received. Waiting for the rest')).toBeVisible()
  const cents = async (name: string) => {
    const row = page.locator('.sum > div').filter({ has: page.getByText(name, { exact: true }) })
    return Math.round(100 * Number((await row.locator('dd').innerText()).replace('−', '-').replace(/[$,]/g, '')))
  }
  expect((await cents('Total')) + (await cents('Received')) + (await cents('Network fee'))).toBe(
    await cents('Still due'),
  )
  await page.getByRole('button', { name: 'Copy Lightning invoice' }).click()
  await expect(page.getByRole('main').getByText('Copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^lnbcrt/)
  expect(copied).not.toBe(lightningInvoice)

  await page.getByRole('button', { name: 'Pay over Lightning' }).click()
  await expect(page.getByRole('heading', { name: 'Payment received', exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Bitcoin, on-chain and Lightning')).toBeVisible()
})

test('an overpayment shows a sum that adds up and who to ask, but nothing to claim', async ({ page, server }) => {
  const { invoiceId } = await createInvoice(server)
  await pull(server, 'pay', { invoiceId, method: 'onchain', amountBtc: '0.01' })
  await pull(server, 'mine', { blocks: 1 })
  await page.goto(`/i/${invoiceId}`)
  await expect(page.getByRole('heading', { name: 'You overpaid' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText('Ask Kestrel Arcade for a refund')).toBeVisible()
  const paid = Number((await amountOf(page).innerText()).replace(/[$,]/g, ''))
  const back = (paid - 270).toFixed(2)
  await expect(main.getByText(`Kestrel Arcade can send you the $${back} back.`)).toBeVisible()
  // A checkout link never carries a right to money.
  await expect(page.getByRole('button', { name: /refund|claim/i })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /refund|claim/i })).toHaveCount(0)
  expect(await page.locator('a[href*="/r/"]').count()).toBe(0)
})

test('the last minutes count down, the invoice expires, and a late payment is shown', async ({ page, server }) => {
  const { invoiceId } = await createInvoice(server)
  await page.goto(`/i/${invoiceId}`)
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
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

test('amount and address are shown without JavaScript', { tag: '@core' }, async ({ browser, server }) => {
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
  await expect(amountOf(page)).toHaveText('$106.00')
  await expect(page.getByRole('heading', { name: '<b>"Tea" & more</b>', exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText(`${amountBtc} BTC`)).toBeVisible()
  await expect(page.getByRole('main').getByText(bitcoinAddress, { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText(lightningInvoice, { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Waiting for payment')).toBeVisible()
  await context.close()
})

test('an unknown invoice shows a 404 page', { tag: '@core' }, async ({ page }) => {
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
  await expect(page.getByText('No connection')).toBeVisible()
  await expect(amountOf(page)).toHaveText('$270.00')
  await page.unroute('**/api/checkout/**')
  await expect(page.getByText('No connection')).toBeHidden({ timeout: 30_000 })
})

test('no other origin, no content policy violation and at most 90 KB of JavaScript', { tag: '@core' }, async ({
  page,
  server,
}) => {
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
    await expect(page.getByRole('heading', { name: 'Partial payment received' })).toBeVisible()
    await expectAccessible(page, 'part')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, 'part on a phone')
    await page.getByRole('button', { name: 'Pay on-chain' }).click()
    await expect(page.getByRole('heading', { name: 'Payment received', exact: true })).toBeVisible()
    await expectAccessible(page, 'received')
    await page.getByRole('button', { name: 'Mine a block' }).click()
    await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible()
    await expectAccessible(page, 'paid')
    await page.getByText('Payment details').click()
    await page.getByRole('button', { name: 'Report this page' }).click()
    await expect(page.getByRole('dialog', { name: 'Report this page' })).toBeVisible()
    await expectAccessible(page, 'report')
    await page.goto('/i/nosuchinvoice')
    await expect(page.getByRole('heading', { name: 'Invoice not found' })).toBeVisible()
    await expectAccessible(page, 'not found')
  })
}
