import { AxeBuilder } from '@axe-core/playwright'
import { beSignedIn, expect, test } from './fixtures.ts'
import { pay, readyMerchant } from './money.ts'
import { withSecondFactor } from './second-factor.ts'
import { newTill, shownInvoice } from './tills.ts'

test.use({ world: 'pos', viewport: { width: 390, height: 844 } })

test('three items with a tip, paid over Lightning, are in the merchant’s list when the till says paid', {
  tag: '@core',
}, async ({ page, server }) => {
  const { slug, device, invoices } = await newTill(server)
  await page.goto(device.link)
  await expect(page.getByText('Till 2')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/pos/${slug}$`))
  for (const name of ['Flat white', 'Oat latte', 'Almond croissant']) {
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  }
  await expect(page.getByRole('button', { name: /^Sourdough loaf/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Show cart, 3 items' }).click()
  const cart = page.getByRole('region', { name: 'Cart' })
  await cart.getByRole('button', { name: /^15%/ }).click()
  await cart.getByRole('button', { name: 'Charge $16.68' }).click()
  await expect(page.getByRole('img', { name: 'Bitcoin and Lightning payment code' })).toBeVisible()
  await expect(page.getByText('Waiting for payment')).toBeVisible()
  const { invoiceId } = await shownInvoice(page, slug)
  await pay(server, invoiceId, 'lightning')
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()
  expect((await invoices()).find((invoice) => invoice.invoiceId === invoiceId)).toMatchObject({
    ...{ state: 'paid', amount: '16.68' },
    createdBy: { name: 'Till 2' },
  })
  await expect(page.getByText('Tip $2.18 included.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Receipt link' })).toBeVisible()
  await page.getByLabel('Customer email').fill('ida@example.test')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Receipt sent to ida@example.test.')).toBeVisible()
  await page.getByRole('button', { name: 'New sale' }).click()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByText('1 sale, $16.68')).toBeVisible()
})

test('an amount with a discount and a note is charged, and the paid screen is green, sounds and prints', async ({
  page,
  server,
}) => {
  const { slug, device, invoices } = await newTill(server)
  await page.addInitScript(() => {
    const heard = { tones: 0, printed: 0 }
    Object.assign(window, { heard, print: () => (heard.printed += 1) })
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (...when) {
      heard.tones += 1
      start.apply(this, when)
    }
  })
  const heard = () => page.evaluate(() => (window as unknown as { heard: object }).heard)
  await page.goto(device.link)
  const manifest = await page.locator('link[rel=manifest]').getAttribute('href')
  const installed = (await (await page.request.get(String(manifest))).json()) as object
  expect(installed).toMatchObject({ start_url: `/pos/${slug}`, scope: `/pos/${slug}`, display: 'standalone' })
  await page.getByRole('button', { name: 'Keypad' }).click()
  const keys = page.getByRole('group', { name: 'Keypad' })
  for (const key of ['1', '2', '5', '00', 'Delete']) await keys.getByRole('button', { name: key, exact: true }).click()
  await page.getByRole('button', { name: 'Items' }).click()
  await page.getByRole('button', { name: /^Show cart/ }).click()
  const cart = page.getByRole('region', { name: 'Cart' })
  await cart.getByRole('button', { name: 'Discount' }).click()
  await cart.getByRole('group', { name: 'Discount' }).getByRole('button', { name: /^20%/ }).click()
  await cart.getByRole('button', { name: 'Note' }).click()
  await cart.getByLabel('Note').fill('Table 6')
  await cart.getByRole('button', { name: 'Charge $10.00' }).click()
  await expect(page.getByText('Waiting for payment')).toBeVisible()
  const { invoiceId } = await shownInvoice(page, slug)
  await pay(server, invoiceId, 'lightning')
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()
  await expect.poll(heard).toEqual({ tones: 3, printed: 0 })
  const flash = page.locator('.pos-flash')
  expect(await flash.evaluate((field) => [field.clientWidth, field.clientHeight])).toEqual([390, 844])
  await page.getByRole('button', { name: 'Print receipt' }).click()
  expect(await heard()).toEqual({ tones: 3, printed: 1 })
  const sold = (await invoices()).find((invoice) => invoice.invoiceId === invoiceId)
  expect(sold).toMatchObject({ state: 'paid', amount: '10.00', description: expect.stringContaining('Table 6') })
})

test('a network that is lost in the middle causes one charge, and the open sale survives a reload', {
  tag: '@ci',
}, async ({ page, server, context }) => {
  const { slug, device, invoices } = await newTill(server)
  await page.goto(device.link)
  await page.getByRole('button', { name: 'Keypad' }).click()
  for (const key of ['7', '7', '0', '0']) await page.getByRole('button', { name: key, exact: true }).click()
  // The request arrives and its answer is lost.
  let sent = 0
  await page.route(`**/api/pos/${slug}/sales`, async (route) => {
    sent += 1
    await route.fetch().catch(() => undefined)
    if (sent === 1) await context.setOffline(true)
    await route.abort()
  })
  await page.getByRole('button', { name: 'Charge $77.00' }).click()
  await expect(page.getByText('No response yet. Trying again. The sale is charged only once.')).toBeVisible()
  await page.unroute(`**/api/pos/${slug}/sales`)
  await context.setOffline(false)
  await expect(page.getByText('Waiting for payment')).toBeVisible()
  const first = await shownInvoice(page, slug)
  await page.reload()
  await expect(page.getByText('Waiting for payment')).toBeVisible()
  expect(await shownInvoice(page, slug)).toMatchObject({ invoiceId: first.invoiceId, total: '77.00' })
  expect((await invoices()).filter(({ amount }) => amount === '77.00')).toHaveLength(1)
  await pay(server, first.invoiceId, 'lightning')
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()
})

test('the installed page opens without a network and says so', async ({ page, server, context }) => {
  const { device } = await newTill(server)
  await page.goto(device.link)
  await expect(page.getByText('Till 2')).toBeVisible()
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('bitquay-till-shell')).keys()).length))
    .toBe(1)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No network' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: /^Flat white/ })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Flat white/ }).click()
  await expect(page.getByText(/^No network since/)).toBeVisible()
  await expect(page.locator('.pos-cartbar').getByRole('button', { name: 'Charge $4.60' })).toBeDisabled()
  await page.locator('.pos-cartbar').getByRole('button', { name: 'Save sale for later' }).click()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('region', { name: 'Saved sales' }).getByRole('button')).toContainText('$4.60')
})

test('a revoked device is locked out at once, and its link binds no second device', async ({
  page,
  server,
  browser,
}) => {
  const { device, revoke } = await newTill(server)
  await page.goto(device.link)
  await expect(page.getByText('Till 2')).toBeVisible()
  const thief = await browser.newPage()
  await thief.goto(device.link)
  await expect(thief.getByRole('heading', { name: 'This device isn’t connected' })).toBeVisible()
  await thief.close()
  await revoke()
  await expect(page.getByRole('heading', { name: 'This device isn’t connected' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Flat white/ })).toHaveCount(0)
})

test('the customer display shows the total and the code, then that it is paid', async ({ page, server, context }) => {
  const { slug, device } = await newTill(server)
  await page.goto(device.link)
  await page.getByRole('button', { name: /^Oat latte/ }).click()
  await page.locator('.pos-cartbar').getByRole('button', { name: 'Charge $5.10' }).click()
  await expect(page.getByText('Waiting for payment')).toBeVisible()
  const display = await context.newPage()
  await display.goto(`/pos/${slug}/display`)
  await expect(display.getByText('Scan to pay')).toBeVisible()
  await expect(display.getByText('Oat latte')).toBeVisible()
  await expect(display.getByRole('button')).toHaveCount(0)
  await pay(server, (await shownInvoice(page, slug)).invoiceId, 'lightning')
  await expect(display.getByRole('heading', { name: 'Paid' })).toBeVisible()
})

test('a cashier opens a shift and requests a refund with a PIN, and the manager sees both', async ({
  page,
  server,
  browser,
}) => {
  const { slug, device, addCashier } = await newTill(server)
  await addCashier('Ida', '482913')
  await page.goto(device.link)
  const openMenu = () => page.getByRole('button', { name: 'Menu' }).click()
  const enterPin = async (pin: string) => {
    await page.getByLabel('Cashier').selectOption('Ida')
    await page.getByLabel('PIN').fill(pin)
  }
  await openMenu()
  await enterPin('482913')
  await page.getByRole('button', { name: 'Open shift' }).click()
  await expect(page.getByText(/^Ida, since/)).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: /^Oat latte/ }).click()
  await page.locator('.pos-cartbar').getByRole('button', { name: 'Charge $5.10' }).click()
  await expect(page.getByText('Waiting for payment')).toBeVisible()
  await pay(server, (await shownInvoice(page, slug)).invoiceId, 'lightning')
  await page.getByRole('button', { name: 'New sale' }).click()
  await openMenu()
  await expect(page.getByText('1 sale, $5.10, tips $0.00')).toBeVisible()
  await page.getByRole('button', { name: /Lightning\s*\$5\.10/ }).click()
  await enterPin('000000')
  await page.getByRole('button', { name: 'Request refund' }).click()
  await expect(page.getByText('This PIN isn’t right. Nothing was changed.')).toBeVisible()
  await enterPin('482913')
  await page.getByRole('button', { name: 'Request refund' }).click()
  await expect(page.getByText('Requested. A manager approves it in the dashboard.')).toBeVisible()

  const portal = await browser.newPage({ baseURL: server.url })
  await beSignedIn(portal, server, 'merchant')
  await portal.goto('/merchant/pos')
  const requests = portal.getByRole('region', { name: 'Refund requests' })
  await expect(requests).toContainText('$5.10 of $5.10')
  await expect(requests).toContainText(/Ida on Till 2, Counter tablet, (just now|\d+ \w+ ago)/)
  await requests.getByRole('button', { name: /^Approve refund/ }).click()
  const dialog = portal.getByRole('dialog', { name: 'Approve refund' })
  await expect(dialog).toContainText('$5.10 of $5.10')
  await expect(dialog).toContainText('Ida on Till 2, Counter tablet')
  await expect(dialog.getByText('Set up two-factor authentication first.')).toBeVisible()
  await portal.close()
})

test('a manager creates a till with items and connects a device', async ({ page, server }) => {
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/pos')
  await page.getByRole('button', { name: 'New till' }).click()
  const sheet = page.getByRole('dialog', { name: 'New till' })
  await sheet.getByLabel('Name').fill('Garden bar')
  await expect(sheet.getByLabel('Web address')).toHaveValue('garden-bar')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: /^Garden bar/ }).click()
  await page.getByLabel('New item, name').fill('Lemonade')
  await page.getByLabel('Price', { exact: true }).fill('3.50')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Lemonade/ })).toContainText('$3.50')
  const card = page.getByRole('region', { name: 'Devices' })
  await card.getByRole('button', { name: 'Add device' }).click()
  await page.getByLabel('Device name').fill('Bar phone')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('img', { name: 'Device link as a QR code' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(card.getByText('Bar phone')).toBeVisible()
  await expect(card.getByText('Waiting')).toBeVisible()
  await card.getByRole('button', { name: 'Revoke Bar phone' }).click()
  await page.getByRole('button', { name: 'Revoke device' }).click()
  await expect(card.getByText('Revoked')).toBeVisible()
})

test('a till from nothing to the first paid sale takes at most 12 actions', { tag: '@ci' }, async ({
  page,
  server,
}) => {
  await readyMerchant(server, 'secondMerchant')
  const { token } = await withSecondFactor(server, 'secondMerchant')
  await page.addInitScript((value) => localStorage.setItem('bitquay_token', value), token)
  await page.goto('/merchant/dashboard')
  let actions = 0
  const click = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
    actions += 1
    await page.getByRole(role, { name, exact: true }).first().click()
  }
  await click('Menu')
  await click('Point of Sale', 'link')
  await expect(page.getByRole('heading', { name: 'Take your first payment at the counter' })).toBeVisible()
  await click('Create till')
  await click('Open till on this device')
  for (const key of ['5', '00']) await click(key)
  await click('Charge $5.00')
  await expect(page.getByText('Waiting for payment')).toBeVisible()
  const slug = new URL(page.url()).pathname.split('/')[2] ?? ''
  await pay(server, (await shownInvoice(page, slug)).invoiceId, 'lightning')
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()
  expect(actions).toBeLessThanOrEqual(12)
})

test('a name that is too long for the bar can be read in the menu', async ({ page, server }) => {
  const name = 'Front desk on the ground floor beside the old harbor crane'
  const { device } = await newTill(server, { name })
  await page.goto(device.link)
  await page.getByRole('button', { name: 'Menu' }).click()
  const shown = page.getByRole('dialog', { name: 'Menu' }).getByText(name)
  await expect(shown).toBeInViewport({ ratio: 1 })
  expect(await shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
})

test('by keyboard, the menu and the cart take the focus and give it back', async ({ page, server }) => {
  const { device } = await newTill(server)
  await page.goto(device.link)
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.press('Enter')
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Close' }).press('Enter')
  await expect(menu).toBeFocused()

  await page.getByRole('button', { name: /^Oat latte/ }).press('Enter')
  const show = page.getByRole('button', { name: /^Show cart/ })
  const cart = page.getByRole('region', { name: 'Cart' })
  await show.press('Enter')
  await page.keyboard.press('Tab')
  await expect(cart.getByRole('button', { name: 'Clear' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cart).toBeHidden()
  await expect(show).toBeFocused()
})

for (const theme of ['light', 'dark'] as const) {
  test(`the till passes axe and never scrolls sideways, ${theme}`, async ({ page, server }) => {
    const { slug, device } = await newTill(server)
    await page.addInitScript((value) => localStorage.setItem('bitquay_theme', value), theme)
    const check = async (view: string) => {
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${view}: ${id} ${nodes[0]?.html}`)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    }
    await page.goto(device.link)
    await page.getByRole('button', { name: /^Oat latte/ }).click()
    await check('items')
    await page.getByRole('button', { name: /^Show cart/ }).click()
    await check('cart')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Keypad' }).click()
    await check('keypad')
    await page.getByRole('button', { name: 'Charge $5.10' }).click()
    await expect(page.getByText('Waiting for payment')).toBeVisible()
    await check('charge')
    await pay(server, (await shownInvoice(page, slug)).invoiceId, 'lightning')
    await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()
    await expect(page.locator('.pos-flash')).toBeHidden()
    await check('paid')
    await page.getByRole('button', { name: 'Menu' }).click()
    await check('menu')
  })
}
