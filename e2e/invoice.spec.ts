import { beSignedIn, expect, expectToast, test, toast } from './fixtures.ts'
import { card, mine, pay, readyMerchant } from './money.ts'

test.use({ world: 'invoices', permissions: ['clipboard-read', 'clipboard-write'] })

test('an invoice is created with a total exact to the cent and its own key', async ({ page, server }) => {
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/invoices')
  const amount = page.getByLabel('Amount (USD)')
  const send = page.getByRole('button', { name: 'Create Invoice' })
  for (const wrong of ['', 'abc', '0', '-5', '1.234']) {
    await amount.fill(wrong)
    await send.click()
    await expect(page.getByText('Please enter a valid amount')).toBeVisible()
  }
  await amount.fill('1,250.25')
  await expect(page.getByText('Please enter a valid amount')).toBeHidden()
  const sums = page.getByRole('status', { name: 'What the customer pays' })
  // 1250.25 × 1.06 = 1325.265
  await expect(sums).toContainText('Base amount$1,250.25')
  await expect(sums).toContainText('Processing fee (6%)$75.02')
  await expect(sums).toContainText('Total$1,325.27')
  await page.getByLabel('Customer email').fill('nobody')
  await send.click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await page.getByLabel('Customer email').fill('jonas@lind.example')
  await page.getByLabel('Description').fill('Founder bundle')

  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await send.click()
  const request = await sent
  expect(request.postDataJSON()).toMatchObject({
    amount: '1325.27',
    currency: 'USD',
    description: 'Founder bundle',
    buyerEmail: 'jonas@lind.example',
  })
  expect(request.headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
  await expectToast(page, 'Invoice Created', 'Your Bitcoin invoice is ready to share')

  const invoice = (await (await request.response())?.json()) as Record<string, string>
  const result = card(page, 'Invoice ready')
  await expect(result).toContainText('$1,325.27')
  const code = result.getByRole('img', { name: /QR code/ })
  await expect(code.locator('path')).toHaveAttribute('d', /^M0 0h7/)
  expect(await code.evaluate((part) => [part.clientWidth, part.clientHeight])).toEqual([198, 198])
  await expect(code).toHaveAttribute('width', '200')
  const copies = {
    'Checkout link': invoice.checkoutLink,
    'Bitcoin address': invoice.bitcoinAddress,
    'Lightning invoice': invoice.lightningInvoice,
  }
  for (const [label, text] of Object.entries(copies)) {
    await result.getByRole('button', { name: `Copy ${label}` }).click()
    await expectToast(page, 'Copied', `${label} copied to clipboard`)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  }
  await expect(result.getByRole('link', { name: String(invoice.checkoutLink) })).toHaveAttribute(
    'href',
    String(invoice.checkoutLink),
  )
  await expect(card(page, 'Invoices').getByRole('link', { name: 'Founder bundle' }).first()).toBeVisible()
  await expect(amount).toHaveValue('')
})

test('a request without a response is sent again with the same key, a refused one with a new key', async ({
  page,
  server,
}) => {
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/invoices')
  const keys: (string | undefined)[] = []
  let answer: 'none' | 'refusal' | 'server' = 'none'
  await page.route('**/api/merchant/invoices', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    if (answer === 'none') return route.abort()
    if (answer === 'refusal') {
      const message = 'Couldn’t reach the payment server. Nothing was created.'
      return route.fulfill({
        status: 503,
        json: { message, error: message, code: 'engine-unavailable', requestId: 'r' },
      })
    }
    return route.fallback()
  })
  await page.getByLabel('Amount (USD)').fill('10')
  const send = page.getByRole('button', { name: 'Create Invoice' })
  await send.click()
  await expectToast(page, 'Error', 'Failed to create invoice')
  answer = 'refusal'
  await send.click()
  await expectToast(page, 'Error', 'Couldn’t reach the payment server. Nothing was created.')
  answer = 'server'
  await send.click()
  await expectToast(page, 'Invoice Created')
  expect(keys).toHaveLength(3)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('a payment method that was left out is reported', async ({ page, server }) => {
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  await page.route(/\/api\/merchant\/invoices/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as object
    await route.fulfill({
      response,
      json: Array.isArray(body) ? body : { ...body, lightningInvoice: null, missingMethods: ['BTC-LN'] },
    })
  })
  await page.goto('/merchant/invoices')
  await page.getByLabel('Amount (USD)').fill('10')
  await page.getByRole('button', { name: 'Create Invoice' }).click()
  const result = card(page, 'Invoice ready')
  await expect(result.getByRole('note')).toContainText('This invoice cannot be paid with Lightning')
  await expect(result.getByText('Lightning invoice')).toHaveCount(0)
})

test('a store that is not configured has no form', async ({ page, server }) => {
  const { get } = await readyMerchant(server, 'merchant')
  const balance = (await get('/api/merchant/balance')) as object
  await beSignedIn(page, server, 'merchant')
  await page.route('**/api/merchant/balance', (route) => route.fulfill({ json: { ...balance, configured: false } }))
  await page.goto('/merchant/invoices')
  await expect(page.getByRole('heading', { name: 'Bitcoin payments are not configured' })).toBeVisible()
  await expect(page.getByText('Please contact support to have your store connected.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/contact')
  await expect(page.getByLabel('Amount (USD)')).toHaveCount(0)
})

test('the list is searched, filtered and paged, and the URL keeps it', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'secondMerchant')
  for (let n = 1; n <= 22; n += 1) await createInvoice({ amount: `${n}.00`, description: `Pass number ${n}` })
  await beSignedIn(page, server, 'secondMerchant')
  await page.goto('/merchant/invoices')
  const list = card(page, 'Invoices')
  const rows = list.locator('tbody tr')
  await expect(rows).toHaveCount(20)
  await list.getByRole('button', { name: 'Load more' }).click()
  await expect(list.getByRole('link', { name: 'Pass number 1', exact: true })).toBeVisible()
  await list.getByRole('searchbox', { name: 'Search' }).fill('number 21')
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL(/search=number\+21/)
  await list.getByLabel('Status').selectOption('New')
  await expect(page).toHaveURL(/status=new/)
  await page.reload()
  await expect(rows).toHaveCount(1)
  await expect(list.getByRole('searchbox', { name: 'Search' })).toHaveValue('number 21')
  await list.getByLabel('Status').selectOption('Settled')
  await expect(list.getByText('No invoices match your filters')).toBeVisible()
  await expect(list.getByText('Try adjusting your search criteria or clearing filters')).toBeVisible()
  await list.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows).toHaveCount(20)
  await expect(list.getByRole('searchbox', { name: 'Search' })).toHaveValue('')
})

test('an invoice shows its payments and its history without a reload', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  const { invoiceId } = await createInvoice({ amount: '53.00', description: 'Season pass', buyerEmail: 'a@b.example' })
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/invoices')
  await page.getByRole('link', { name: 'Season pass' }).first().click()
  await expect(page).toHaveURL(`/merchant/invoices/${invoiceId}`)
  const amount = card(page, 'Amount')
  await expect(amount).toContainText('$53.00')
  await expect(amount.getByText('New', { exact: true })).toBeVisible()
  await expect(card(page, 'Payments')).toContainText('No payment yet')
  await expect(card(page, 'For the customer').getByRole('img', { name: /QR code/ })).toBeVisible()
  await expect(card(page, 'Reference')).toContainText('a@b.example')

  const { txid } = await pay(server, invoiceId, 'onchain')
  await expect(amount.getByText('Processing', { exact: true })).toBeVisible()
  await expect(card(page, 'Payments').getByText('Pending')).toBeVisible()
  await expect(card(page, 'For the customer').getByRole('img', { name: /QR code/ })).toHaveCount(0)
  await mine(server)
  await expect(amount.getByText('Settled', { exact: true })).toBeVisible()
  await expect(card(page, 'Payments').getByText('Confirmed')).toBeVisible()
  await expect(card(page, 'Payments')).toContainText('1 confirmation')
  await expect(card(page, 'Timeline').locator('li .strong')).toHaveText([
    'Created',
    'On-chain payment seen',
    'Paid',
    'Settled',
  ])
  await card(page, 'Payments').getByRole('link', { name: /…/ }).click()
  await expect(page).toHaveURL(`/merchant/transactions?search=${txid}`)
  await expect(page.locator('.tx > li')).toHaveCount(1)
})

test('an invoice is marked manually after a confirmation, by managers only', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  const { invoiceId } = await createInvoice({ amount: '12.00' })
  await beSignedIn(page, server, 'merchant')
  await page.goto(`/merchant/invoices/${invoiceId}`)
  await page.getByRole('button', { name: 'Mark invalid' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark invalid?' })
  await expect(dialog).toContainText('No money moves.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Mark settled' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark settled' }).click()
  await expectToast(page, 'Invoice updated', 'It is now marked settled.')
  await expect(card(page, 'Amount').getByText('Settled', { exact: true })).toBeVisible()
  await expect(card(page, 'Amount').getByText('Marked by hand', { exact: true })).toBeVisible()
})

test('a store’s user may not mark', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'cashier')
  const { invoiceId } = await createInvoice({ amount: '12.00' })
  await beSignedIn(page, server, 'cashier')
  await page.goto(`/merchant/invoices/${invoiceId}`)
  await expect(card(page, 'Amount')).toContainText('$12.00')
  await expect(page.getByRole('button', { name: /^Mark/ })).toHaveCount(0)
})

test('an unknown invoice is reported, and one that cannot be loaded can be retried', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/invoices/nothing-here')
  await expect(page.getByRole('heading', { name: 'Invoice not found' })).toBeVisible()
  await page.route('**/api/merchant/invoices/other', (route) => route.abort())
  await page.goto('/merchant/invoices/other')
  await expect(page.getByRole('heading', { name: 'Unable to load this invoice' })).toBeVisible()
  await page.unroute('**/api/merchant/invoices/other')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Invoice not found' })).toBeVisible()
  await expect(toast(page)).toHaveCount(0)
})
