import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Page } from '@playwright/test'
import { beSignedIn, expect, expectToast, type Person, test } from './fixtures.ts'
import { mine, pay, readyMerchant } from './money.ts'
import type { ServerProcess } from './server-process.ts'

test.use({ world: 'embedding' })

/** A shop's own site: any HTML, on an origin of its own. */
const openShop = async (html: () => string): Promise<{ origin: string; server: Server }> => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>Shop</title><h1>Your cart</h1>${html()}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

type Told = { name: string; data: unknown }
const toldOf = (page: Page) => page.evaluate(() => (window as unknown as { told: Told[] }).told)

/** Records what the script reports. */
const recorder = `<script>window.told = []; const tell = (name) => (data) => told.push({ name, data })</script>`

/** Pages that break the rules log errors, so they aren't the page that every test watches. */
const openStranger = async (context: BrowserContext, url: string) => {
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** In a tab of its own: signing in prepares storage, which a frame on another site can't use. */
const openSettings = async (context: BrowserContext, server: ServerProcess, person: Person) => {
  const page = await context.newPage()
  await beSignedIn(page, server, person)
  await page.goto(`${server.url}/merchant/settings?tab=developer`)
  return page
}

test('a listed shop opens the checkout over its page and learns that it was paid', { tag: '@ci' }, async ({
  page,
  context,
  server,
}) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  let html = ''
  const shop = await openShop(() => html)
  const stranger = await openShop(() => html)
  try {
    const settings = await openSettings(context, server, 'merchant')
    const sites = settings.getByLabel('Sites')
    await sites.fill('https://shop.example.com/cart')
    await settings.getByRole('button', { name: 'Save Changes' }).click()
    await expect(settings.getByText(/isn’t the address of a site/)).toBeVisible()
    await sites.fill(`https://shop.example.com\n${shop.origin}/`)
    await settings.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(settings, 'Success', 'Sites updated')
    await expect(sites).toHaveValue(`${shop.origin}\nhttps://shop.example.com`)

    const { invoiceId } = await createInvoice({ amount: '20.00', description: 'Trail tent' })
    html = `${recorder}<script src="${server.url}/checkout.js"></script>
      <button id="pay" onclick="Bitquay.open('${invoiceId}', { onStatus: tell('status'), onPaid: tell('paid'), onClose: tell('close') })">Pay</button>`
    await page.goto(shop.origin)
    await page.getByRole('button', { name: 'Pay' }).click()
    const checkout = page.frameLocator('iframe[title=Checkout]')
    await expect(checkout.getByRole('heading', { name: 'Trail tent' })).toBeVisible()
    await expect(checkout.getByRole('button', { name: 'Close' })).toBeVisible()
    const box = await page.locator('iframe[title=Checkout]').boundingBox()
    expect({ width: box?.width, height: box?.height }).toEqual({ width: 912, height: 676 })
    const { violations } = await new AxeBuilder({ page }).include('dialog').analyze()
    expect(violations.map(({ id }) => id)).toEqual([])

    // On-chain it is confirmed first, and closing asks.
    await pay(server, invoiceId, 'onchain')
    await expect.poll(() => toldOf(page)).toEqual([{ name: 'status', data: { invoiceId, status: 'processing' } }])
    await checkout.getByRole('button', { name: 'Close' }).click()
    await expect(checkout.getByText('Your payment is still being confirmed.', { exact: false })).toBeVisible()
    await checkout.getByRole('button', { name: 'Stay' }).click()
    await mine(server)
    await expect(checkout.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible()
    await checkout.getByRole('button', { name: 'Close' }).click()
    await expect(page.locator('iframe')).toHaveCount(0)
    expect((await toldOf(page)).slice(1)).toEqual([
      { name: 'status', data: { invoiceId, status: 'settled' } },
      { name: 'paid', data: { invoiceId, status: 'settled' } },
      { name: 'close', data: { invoiceId, status: 'settled' } },
    ])

    // A forged message from the shop's own page or another frame changes nothing.
    const second = await createInvoice({ amount: '21.00' })
    html = `${recorder}<script src="${server.url}/checkout.js"></script>
      <button data-bitquay-invoice="${second.invoiceId}">Pay</button>`
    await page.goto(shop.origin)
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(checkout.getByRole('button', { name: 'Close' })).toBeVisible()
    await page.evaluate(() => postMessage({ from: 'bitquay-checkout', type: 'close' }, '*'))
    await expect(checkout.getByText('$21.00').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('iframe')).toHaveCount(0)

    // The same page on a site that isn't listed opens a new tab.
    const elsewhere = await openStranger(context, stranger.origin)
    const tab = context.waitForEvent('page')
    await elsewhere.getByRole('button', { name: 'Pay' }).click()
    const opened = await tab
    await expect(opened).toHaveURL(`${server.url}/i/${second.invoiceId}`)
    expect(await opened.evaluate(() => window.opener)).toBeNull()
    expect(await elsewhere.locator('iframe').count()).toBe(0)

    // An invoice that returns by itself moves the shop's page, not the frame.
    const returning = await createInvoice({
      amount: '22.00',
      redirectUrl: `${shop.origin}/thank-you`,
      redirectAutomatically: true,
    })
    html = `<script src="${server.url}/checkout.js"></script><button data-bitquay-invoice="${returning.invoiceId}">Pay</button>`
    await page.goto(shop.origin)
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(checkout.getByRole('button', { name: 'Close' })).toBeVisible()
    await pay(server, returning.invoiceId, 'lightning')
    await expect(page).toHaveURL(`${shop.origin}/thank-you`)

    // A browser refuses to frame it there, and any other page on the listed site too.
    for (const [origin, path] of [
      [stranger.origin, `/i/${second.invoiceId}?view=modal`],
      [shop.origin, `/i/${second.invoiceId}`],
      [shop.origin, '/login'],
      [shop.origin, '/merchant/settings'],
    ] as const) {
      html = `<iframe src="${server.url}${path}"></iframe>`
      const hostile = await openStranger(context, origin)
      await expect
        .poll(() => hostile.frames()[1]?.url(), { message: `${path} in ${origin}` })
        .toBe('chrome-error://chromewebdata/')
    }
  } finally {
    shop.server.close()
    stranger.server.close()
  }
})

test('a shop with BTCPay’s script keeps its code', async ({ page, context, server }) => {
  const { createInvoice } = await readyMerchant(server, 'secondMerchant')
  let html = ''
  const shop = await openShop(() => html)
  try {
    const settings = await openSettings(context, server, 'secondMerchant')
    await settings.getByLabel('Sites').fill(shop.origin)
    await settings.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(settings, 'Success', 'Sites updated')
    const { invoiceId } = await createInvoice({ amount: '20.00' })
    html = `${recorder}<script src="${server.url}/btcpay/modal/btcpay.js"></script>
      <script>
        btcpay.onModalWillEnter(() => told.push({ name: 'enter' }))
        btcpay.onModalWillLeave(() => told.push({ name: 'leave' }))
        btcpay.onModalReceiveMessage((event) => told.push({ name: event.origin, data: event.data }))
        btcpay.showInvoice('${invoiceId}')
      </script>`
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(shop.origin)
    const checkout = page.frameLocator('iframe')
    await expect(checkout.getByRole('button', { name: 'Close' })).toBeVisible()
    expect(await page.locator('iframe').boundingBox()).toMatchObject({ x: 0, width: 390 })
    await pay(server, invoiceId, 'lightning')
    await expect(checkout.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible()
    await page.evaluate(() => (window as unknown as { btcpay: { hideFrame: () => void } }).btcpay.hideFrame())
    await expect(page.locator('iframe')).toHaveCount(0)
    expect(await toldOf(page)).toEqual([
      { name: 'enter' },
      { name: server.url, data: 'loaded' },
      { name: server.url, data: { invoiceId, status: 'Settled' } },
      { name: 'leave' },
      { name: server.url, data: 'close' },
    ])
  } finally {
    shop.server.close()
  }
})
