import type { Page } from '@playwright/test'
import { beSignedIn, expect, expectToast, test, toast } from './fixtures.ts'
import { card, mine, pay, pull, readyMerchant } from './money.ts'

test.use({ world: 'invoices', permissions: ['clipboard-read', 'clipboard-write'] })

/** The form, opened from the list. */
const openForm = async (page: Page) => {
  await page.goto('/merchant/invoices')
  await page.getByRole('main').getByRole('button', { name: 'Create Invoice' }).first().click()
  return page.getByRole('dialog', { name: 'Create Invoice' })
}

test('an invoice is created with a total exact to the cent and its own key', { tag: '@core' }, async ({
  page,
  server,
}) => {
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  const form = await openForm(page)
  await expect(page).toHaveURL(/create/)
  const amount = form.getByLabel('Amount (USD)')
  const send = form.getByRole('button', { name: 'Create Invoice' })
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
  await expect(sums).toContainText('You receive $1,272.26 after the 4% platform fee.')
  const passFee = form.getByRole('switch', { name: 'Pass the fee to the customer' })
  await passFee.click()
  await expect(sums).toContainText('Processing fee (0%)$0.00')
  await expect(sums).toContainText('Total$1,250.25')
  await passFee.click()
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
  const result = page.getByRole('dialog', { name: 'Invoice ready' })
  await expect(result).toContainText('$1,325.27')
  const code = result.getByRole('img', { name: /QR code/ })
  await expect(code.locator('path')).toHaveAttribute('d', /^M0 0.5h7/)
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
  await result.getByRole('button', { name: 'Create another' }).click()
  await expect(page.getByLabel('Amount (USD)')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(card(page, 'Invoices').getByRole('row', { name: /Founder bundle/ })).toBeVisible()
})

test('what was typed is not thrown away without a question', { tag: '@ci' }, async ({ page, server }) => {
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  const created: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/merchant/invoices')) created.push(request.url())
  })
  await page.goto('/merchant/invoices?create')
  const form = page.getByRole('dialog', { name: 'Create Invoice' })
  const amount = form.getByLabel('Amount (USD)')
  await amount.fill('10')
  await page.keyboard.press('Escape')
  await expect(form.getByText('Discard what you typed?')).toBeVisible()
  await form.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByText('Discard what you typed?')).toBeHidden()
  await expect(amount).toHaveValue('10')
  await expect(amount).toBeFocused()
  // The button that keeps the form open once turned into the one that sends it.
  expect(created).toEqual([])
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toHaveCount(0)
  await expect(page).toHaveURL('/merchant/invoices')
})

test('without the fee on top, the customer pays what was entered', async ({ page, server }) => {
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  const form = await openForm(page)
  await form.getByLabel('Amount (USD)').fill('20')
  await form.getByRole('switch', { name: 'Pass the fee to the customer' }).click()
  await expect(form.getByText('Your customer pays $20.00.')).toBeVisible()
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await form.getByRole('button', { name: 'Create Invoice' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ amount: '20.00', currency: 'USD' })
  await expectToast(page, 'Invoice Created')
})

test('a request without a response is sent again with the same key, a refused one with a new key', {
  tag: '@ci',
}, async ({ page, server }) => {
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  const form = await openForm(page)
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
  await form.getByLabel('Amount (USD)').fill('10')
  const send = form.getByRole('button', { name: 'Create Invoice' })
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
  const form = await openForm(page)
  await form.getByLabel('Amount (USD)').fill('10')
  await form.getByRole('button', { name: 'Create Invoice' }).click()
  const result = page.getByRole('dialog', { name: 'Invoice ready' })
  await expect(result.getByRole('note')).toContainText('This invoice can’t be paid with Lightning')
  await expect(result.getByText('Lightning invoice')).toHaveCount(0)
})

test('a store that is not configured has no form', async ({ page, server }) => {
  const { get } = await readyMerchant(server, 'merchant')
  const balance = (await get('/api/merchant/balance')) as object
  await beSignedIn(page, server, 'merchant')
  await page.route('**/api/merchant/balance', (route) => route.fulfill({ json: { ...balance, configured: false } }))
  await openForm(page)
  await expect(page.getByRole('heading', { name: 'Bitcoin payments are not configured' })).toBeVisible()
  await expect(page.getByText('Please contact support to have your store connected.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/contact')
  await expect(page.getByLabel('Amount (USD)')).toHaveCount(0)
})

test('the list is searched, filtered and paged, and the URL keeps it', async ({ page, server }) => {
  test.slow()
  const { createInvoice } = await readyMerchant(server, 'secondMerchant')
  for (let n = 1; n <= 52; n += 1) await createInvoice({ amount: `${n}.00`, description: `Pass number ${n}` })
  await beSignedIn(page, server, 'secondMerchant')
  await page.goto('/merchant/invoices')
  const list = card(page, 'Invoices')
  const rows = list.locator('.row')
  await expect(rows).toHaveCount(50)
  await list.getByRole('button', { name: 'Load more' }).click()
  await expect(list.getByText('Pass number 1', { exact: true })).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('number 21')
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL(/search=number\+21/)
  const views = page.getByRole('navigation', { name: 'Views' })
  await views.getByRole('link', { name: /Unpaid/ }).click()
  await expect(page).toHaveURL(/state=unpaid/)
  await page.reload()
  await expect(rows).toHaveCount(1)
  await expect(search).toHaveValue('number 21')
  await views.getByRole('link', { name: /^Paid/ }).click()
  await expect(list.getByText('No invoices match your filters')).toBeVisible()
  await expect(list.getByText('Try adjusting your search criteria or clearing filters')).toBeVisible()
  await list.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows).toHaveCount(50)
  await expect(search).toHaveValue('')
  await list.getByRole('button', { name: 'Total' }).click()
  await expect(rows.first()).toContainText('$52.00')
  await list.getByRole('button', { name: 'Total' }).click()
  await expect(rows.first()).toContainText('$1.00')
})

test('an invoice opens beside the list and shows its payments without a reload', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  const { invoiceId } = await createInvoice({ amount: '53.00', description: 'Season pass', buyerEmail: 'a@b.example' })
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/invoices')
  await card(page, 'Invoices')
    .getByRole('row', { name: /Season pass/ })
    .first()
    .click()
  await expect(page).toHaveURL(`/merchant/invoices?open=${invoiceId}`)
  const sheet = page.getByRole('complementary', { name: 'a@b.example' })
  await expect(sheet).toContainText('$53.00')
  await expect(sheet.getByText('Unpaid', { exact: true })).toBeVisible()
  await expect(card(page, 'Payments')).toContainText('No payments yet')
  await expect(sheet.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expect(card(page, 'Customer')).toContainText('a@b.example')

  const { txid } = await pay(server, invoiceId, 'onchain')
  await expect(sheet.getByText('Confirming', { exact: true })).toBeVisible()
  await expect(card(page, 'Payments').getByText('Pending')).toBeVisible()
  await expect(sheet.getByRole('img', { name: /QR code/ })).toHaveCount(0)
  await mine(server)
  await expect(sheet.getByText('Paid', { exact: true }).first()).toBeVisible()
  await expect(card(page, 'Payments').getByText('Confirmed')).toBeVisible()
  await expect(card(page, 'Payments')).toContainText('1 confirmation')
  await expect(card(page, 'Total')).toContainText(
    /Gross received\$53\.00.*Platform and partner fees, 4%−\$2\.12Net\$50\.88/,
  )
  await expect(card(page, 'Timeline').locator('li .text')).toHaveText([
    /^Created by/,
    'Emailed to a@b.example',
    'On-chain payment seen',
    'Paid',
  ])
  await card(page, 'Payments').getByRole('link', { name: /…/ }).click()
  await expect(page).toHaveURL(`/merchant/transactions?search=${txid}`)
  await expect(page.locator('.dt .row')).toHaveCount(1)
})

test('the sheet moves through the list and closes by keyboard', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  await createInvoice({ amount: '7.00', description: 'First of two' })
  const { invoiceId } = await createInvoice({ amount: '8.00', description: 'Second of two' })
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/invoices')
  const rows = card(page, 'Invoices').locator('.row')
  await expect(rows.first()).toContainText('Second of two')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/merchant/invoices?open=${invoiceId}`)
  const sheet = page.getByRole('complementary', { name: 'No customer' })
  await expect(sheet).toBeFocused()
  await expect(sheet).toContainText('Second of two')
  await page.keyboard.press('ArrowDown')
  await expect(sheet).toContainText('First of two')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL('/merchant/invoices')
})

test('an overpaid invoice needs attention until someone keeps it', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  const { invoiceId } = await createInvoice({ amount: '50.00', description: 'Paid twice' })
  await pull(server, 'pay', { invoiceId, method: 'onchain', amountBtc: '0.002' })
  await mine(server)
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/invoices?state=attention')
  await card(page, 'Invoices')
    .getByRole('row', { name: /Paid twice/ })
    .click()
  const sheet = page.getByRole('complementary', { name: 'No customer' })
  await expect(sheet.getByRole('note')).toContainText(
    /Overpaid by \$\d+\.\d\d\. You may want to refund the difference\./,
  )
  await expect(sheet.getByRole('button', { name: /^Refund \$/ })).toBeVisible()
  await sheet.getByRole('button', { name: 'Keep it' }).click()
  await expectToast(page, 'Invoice resolved', 'It no longer needs attention.')
  await expect(sheet.getByRole('note')).toHaveCount(0)
  await expect(card(page, 'Invoices').getByText('No invoices match your filters')).toBeVisible()
})

test('an invoice is marked manually after a confirmation, by managers only', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  const { invoiceId } = await createInvoice({ amount: '12.00' })
  await beSignedIn(page, server, 'merchant')
  await page.goto(`/merchant/invoices/${invoiceId}`)
  const share = page.getByRole('region', { name: 'Share with customer' })
  await expect(share.getByRole('button', { name: /Bitcoin address/ })).toBeVisible()
  await page.getByRole('button', { name: 'Mark as invalid' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark as invalid?' })
  await expect(dialog).toContainText('No money moves.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
  await expectToast(page, 'Invoice updated', 'It’s now marked as paid.')
  await expect(card(page, 'Total').getByText('Paid', { exact: true })).toBeVisible()
  await expect(card(page, 'Total').getByText('Marked as paid manually', { exact: true })).toBeVisible()
  // Nobody should pay to its address anymore, so it is only there to compare.
  await expect(page.getByRole('button', { name: /Bitcoin address|Lightning invoice/ })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Reference' })).toContainText(/Bitcoin addressbcrt1\w{30,}/)
})

test('a store’s user may not mark', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'cashier')
  const { invoiceId } = await createInvoice({ amount: '12.00' })
  await beSignedIn(page, server, 'cashier')
  await page.goto(`/merchant/invoices/${invoiceId}`)
  await expect(card(page, 'Total')).toContainText('$12.00')
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
