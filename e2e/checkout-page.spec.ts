import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { amountOf, createInvoice, markPage } from './checkout.ts'
import { beSignedIn, expect, test } from './fixtures.ts'
import { pull } from './money.ts'

test.use({ world: 'checkout' })

const expectAccessible = async (page: Page, where: string) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  expect(found, where).toEqual([])
}

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

const isWhole = (element: Element) =>
  element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight

for (const { width, title } of [
  { width: 390, title: 'Annual subscription to the Harbor Weekly print edition' },
  { width: 1440, title: 'Season pass' },
]) {
  test(`at ${width}, nothing moves from waiting to paid, nor when its block is lost and found again`, async ({
    page,
    server,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 900 })
    const { invoiceId } = await createInvoice(server, '270.00', title)
    await page.goto(`/i/${invoiceId}`)
    await expect(page.getByRole('img', { name: 'Bitcoin and Lightning payment code' })).toBeVisible()
    const heading = page.getByRole('heading', { name: title })
    expect(await heading.locator('span').evaluate(isWhole), 'the title is not cut').toBe(true)
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
    await expect(page.getByRole('heading', { name: 'Payment received', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'PDF receipt' })).toBeHidden()
    await expectStill('its block lost')
    await pull(server, 'mine', { blocks: 1 })
    await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible()
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
    ).toBeVisible({ timeout: 15_000 })
  }).toPass({ timeout: 60_000 })
  await admin.context().close()
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
  await expect(page.getByText('No connection')).toBeHidden()
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
