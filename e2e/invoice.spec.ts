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
  await amount.fill('1,250.25')
  await page.getByLabel('Customer email').fill('jonas@lind.example')
  await expect(form.getByRole('button', { name: /^In 7 days/, pressed: true })).toBeVisible()
  await form.getByRole('button', { name: /^Now/ }).click()
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
  expect(await code.evaluate((part) => [part.clientWidth, part.clientHeight])).toEqual([318, 318])
  await expect(code).toHaveAttribute('width', '320')
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
  await expect(page).toHaveURL('/merchant/invoices')
  await expect(card(page, 'Invoices').getByRole('row', { name: /Founder bundle/ })).toBeVisible()
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
  await expect(card(page, 'Timeline').locator('li .grow')).toHaveText([
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
