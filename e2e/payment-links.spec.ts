import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { beSignedIn, expect, test, tokenOf } from './fixtures.ts'
import { readCode } from './read-code.ts'

test.use({ world: 'payment-links' })

test('a link is created, used by a customer without scripts, paid, paused and edited', { tag: '@core' }, async ({
  page,
  server,
  browser,
}) => {
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/payment-links')
  await expect(page.getByText('No payment links yet')).toBeVisible()
  await page.getByRole('button', { name: 'New payment link' }).click()
  const dialog = page.getByRole('dialog', { name: 'New payment link' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByText('Enter a title')).toBeVisible()
  await dialog.getByLabel('Title').fill('Season pass, 12 months')
  await dialog.getByLabel('Amount (USD)').fill('27.50')
  await dialog.getByLabel('Customer email').selectOption('required')
  await dialog.getByLabel('Maximum payments').fill('2')
  await dialog.getByRole('button', { name: 'Create link' }).click()

  // The new one is open: its URL, its QR code, its button.
  const list = page.getByRole('region', { name: 'Payment links' })
  await expect(list.getByRole('img', { name: 'QR code of Season pass, 12 months' })).toBeVisible()
  await expect(list.getByText(/<a href="http:\/\/localhost:\d+\/p\/\w+" style=/)).toBeVisible()
  const address = (await list.getByRole('link', { name: /\/p\// }).getAttribute('href')) ?? ''

  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const customer = await plain.newPage()
  await customer.goto(address)
  await expect(customer.getByRole('heading', { name: 'Season pass, 12 months' })).toBeVisible()
  await customer.getByRole('button', { name: 'Pay $27.50' }).click()
  await expect(customer.getByRole('alert')).toHaveText('Enter your email address')
  await customer.getByLabel('Your email').fill('ada@example.test')
  await customer.getByRole('button', { name: 'Pay $27.50' }).click()
  await expect(customer).toHaveURL(/\/i\/\w+$/)
  await expect(customer.getByText('Season pass, 12 months')).toBeVisible()
  const invoiceId = customer.url().split('/').at(-1)
  await plain.close()

  const pull = (lever: string, body: object) =>
    fetch(`${server.url}/api/sandbox/${lever}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await pull('pay', { invoiceId, method: 'onchain' })
  await pull('mine', { blocks: 1 })
  const row = list.getByRole('row', { name: /^Season pass/ })
  await expect(row).toContainText('1 of 2 payments')
  await expect(row).toContainText('$27.50')
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('Received$27.50')

  await list.getByRole('button', { name: 'Pause' }).click()
  await expect(row.getByText('Paused', { exact: true })).toBeVisible()
  await page.goto(address)
  await expect(page.getByText('This payment link is paused.', { exact: false })).toBeVisible()
  await page.goto('/merchant/payment-links')
  await row.click()
  await list.getByRole('button', { name: 'Resume' }).click()
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
  await list.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit payment link' })
  await edit.getByRole('button', { name: 'Customer chooses' }).click()
  await edit.getByLabel('Minimum (USD)').fill('5')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Any amount from $5.00')
})

test('links are filtered, searched, sorted, totaled and exported, and the address keeps the view', async ({
  page,
  server,
}) => {
  const create = async (link: object) => {
    const response = await fetch(`${server.url}/api/merchant/payment-links`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await tokenOf(server, 'secondMerchant')}`,
      },
      body: JSON.stringify(link),
    })
    expect(response.status).toBe(200)
  }
  await create({ title: 'Boat tour', amount: '40.00' })
  await create({ title: 'Harbor cruise', amount: '60.00', expiresAt: '2020-01-01T00:00:00Z' })
  await beSignedIn(page, server, 'secondMerchant')
  await page.goto('/merchant/payment-links')
  const list = page.getByRole('region', { name: 'Payment links' })
  const rows = list.getByRole('row').filter({ has: page.locator('[data-row]') })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Harbor cruise')

  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: /^Expired/ })
    .click()
  await expect(page).toHaveURL(/status=expired/)
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('Filtered1')
  await page.reload()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows).toHaveCount(2)

  await list.getByRole('button', { name: 'Created' }).click()
  await expect(page).toHaveURL(/sort=date/)
  await expect(rows.first()).toContainText('Boat tour')
  await page.getByRole('searchbox', { name: 'Search' }).fill('cruise')
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toMatch(/Harbor cruise/)
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'No payment links match your filters' })).toBeVisible()
})

test('the page refuses too small amounts, fits phone and desktop in both themes, and is accessible', async ({
  page,
  server,
}) => {
  const response = await fetch(`${server.url}/api/merchant/payment-links`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(server, 'merchant')}` },
    body: JSON.stringify({ title: 'Support the arcade', minAmount: '5.00', currency: 'EUR', askName: 'optional' }),
  })
  const { url } = (await response.json()) as { url: string }
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(url)
      await page.getByLabel('Amount in EUR').fill('4')
      await page.getByRole('button', { name: 'Continue to payment' }).click()
      await expect(page.getByRole('alert')).toHaveText('The smallest amount is 5.00 EUR')
      await expect(page.getByLabel('Amount in EUR')).toHaveValue('4')
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  }
  await page.getByLabel('Amount in EUR').fill('12.5')
  await page.getByRole('button', { name: 'Continue to payment' }).dblclick()
  await expect(page).toHaveURL(/\/i\/\w+$/)
  await page.goto(`${server.url}/p/nothing`)
  await expect(page.getByRole('heading', { name: 'Payment link not found' })).toBeVisible()
})

test('a store’s user may read but not change', async ({ page, server }) => {
  await beSignedIn(page, server, 'cashier')
  await page.goto('/merchant/payment-links')
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Links' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New payment link' })).toHaveCount(0)
})

test('several are sold with a tip and a picture, with and without scripts, from a poster on one sheet of paper', async ({
  page,
  server,
  browser,
}) => {
  const call = async (path: string, method: string, body: object) => {
    const answer = await fetch(`${server.url}/api/merchant/payment-links${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await tokenOf(server, 'merchant')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    return answer.json()
  }
  const { id, url } = await call('', 'POST', {
    ...{ title: 'House beans, by the bag', description: 'We roast on Tuesdays.', amount: '14.00', maxPayments: 40 },
    ...{ maxQuantity: 10, tips: ['2', '5'], askNote: 'optional', askEmail: 'optional' },
  })
  await call(`/${id}/image`, 'PUT', { image: (await readFile('docs/images/dashboard.png')).toString('base64') })

  await beSignedIn(page, server, 'merchant')
  await page.goto(`/merchant/payment-links/${id}`)
  const poster = page.getByRole('region', { name: 'Poster' })
  const code = poster.getByRole('img', { name: /^QR code/ })
  for (const [paper, size] of [
    ['Letter', { width: 612, height: 792 }],
    ['A4', { width: 595, height: 842 }],
    ['Card', { width: 298, height: 420 }],
  ] as const) {
    await page.getByRole('button', { name: paper, exact: true }).click()
    const [sheet, square] = [await poster.boundingBox(), await code.boundingBox()]
    const modules = Number((await code.getAttribute('viewBox'))?.split(' ')[2])
    // Without the quiet modules around it.
    expect(((square?.width ?? 0) * (modules - 8)) / modules).toBeGreaterThanOrEqual(0.6 * (sheet?.width ?? 0))
    expect(square?.height).toBeCloseTo(square?.width ?? 0, 0)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([size.width, size.height])
  }
  expect(await readCode(browser, code)).toBe(url)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Share' })).toBeHidden()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  expect(await readCode(browser, code)).toBe(url)
  await page.emulateMedia({ media: null })

  await page.goto(url)
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByText('$2.00', { exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'Pay $30.00 with Bitcoin' })).toBeVisible()
  await page.getByRole('button', { name: 'Pay $30.00 with Bitcoin' }).click()
  await expect(page).toHaveURL(/\/i\/\w+$/)
  await expect(page.getByText('2 × House beans, by the bag')).toBeVisible()

  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const customer = await plain.newPage()
  await customer.goto(url)
  await expect(customer.getByText('38 left')).toBeVisible()
  expect(await customer.locator('.goods img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1024)
  await customer.getByLabel('Quantity').fill('3')
  await customer.getByText('Other', { exact: true }).click()
  await customer.getByLabel('Your tip in USD').fill('1.50')
  await customer.getByLabel('Note to the shop (optional)').fill('Ground for a moka pot, please')
  // What is drawn: text queries leave out noscript and take what its style hides.
  await expect(customer.locator('button[type=submit]')).toHaveText('Continue to payment', { useInnerText: true })
  await customer.locator('button[type=submit]').click()
  await expect(customer).toHaveURL(/\/i\/\w+$/)
  await expect(customer.getByText('$43.50').first()).toBeVisible()
  await plain.close()
})
