import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { authenticatorFor } from './authenticator.ts'
import { beSignedIn, expect, expectToast, newestEmail, test } from './fixtures.ts'
import { tabTo } from './keyboard.ts'
import { card, mine, pull, readyMerchant } from './money.ts'

test.use({ world: 'refunds' })

test('an overpaid invoice is refunded with a code, claimed by link, paid, and shown to both sides', {
  tag: '@core',
}, async ({ page, browser, server }) => {
  test.slow()
  const { createInvoice } = await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/security')
  const nextCode = await enableTwoFactor(page)

  const invoice = await createInvoice({ amount: '100', description: 'Rope', buyerEmail: 'overpaid@example.test' })
  await pull(server, 'pay', { invoiceId: invoice.invoiceId, method: 'onchain', amountBtc: '0.002' })
  await mine(server)
  await page.goto(`/merchant/invoices/${invoice.invoiceId}`)
  const refunds = card(page, 'Refunds')
  const refund = page.getByRole('button', { name: 'Refund', exact: true })
  await expect(refund).toBeVisible()
  await refund.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send refund link' }).click()
  await expect(dialog.getByText('Token must be 6 digits')).toBeVisible()
  await dialog.getByLabel('2FA code').fill('000000')
  const sent = page.waitForRequest(/\/refunds?$/)
  await dialog.getByRole('button', { name: 'Send refund link' }).click()
  expect((await sent).headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
  await expectToast(page, 'Refund Failed', 'Invalid 2FA code')
  await dialog.getByLabel('2FA code').fill(await nextCode())
  await dialog.getByRole('button', { name: 'Send refund link' }).click()
  await expectToast(page, 'Refund link created', 'Your customer chooses the address.')
  await expect(dialog.getByText('We emailed this link to overpaid@example.test.')).toBeVisible()
  const mail = await newestEmail(server, 'overpaid@example.test', /^Refund from/)
  const link = mail.text.match(/https?:\/\/\S+\/r\/\S+/)?.[0] ?? ''
  await expect(dialog.getByText(link)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(refunds.getByText('Unclaimed')).toBeVisible()

  const customer = await (await browser.newContext()).newPage()
  await expectTranslated(customer, `${server.url}${new URL(link).pathname}`)
  await customer.goto(new URL(link).pathname.replace(/^/, server.url))
  await expect(customer.getByRole('heading', { name: 'Your refund is ready' })).toBeVisible()
  await expect(customer.locator('.shop-bar').getByText('Kestrel Arcade')).toBeVisible()
  const claimIt = customer.getByRole('button', { name: /^Claim \$\d+\.\d\d$/ })
  await claimIt.click()
  await expect(customer.getByText('Please enter a Bitcoin address')).toBeVisible()
  const field = customer.getByLabel('Your Bitcoin address')
  await field.fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
  await claimIt.click()
  await expect(customer.getByText(/Please enter a valid Bitcoin address/)).toBeVisible()
  await customer.getByRole('button', { name: 'Use a test address' }).click()
  await expect(field).toHaveValue(/^bcrt1/)
  await expect(customer.getByText('Valid Bitcoin address')).toBeVisible()
  await claimIt.click()
  await expect(customer.getByRole('heading', { name: 'Refund on the way' })).toBeVisible()
  await expect(customer.getByText('Transaction', { exact: true })).toBeVisible()
  await expect(refunds.getByRole('button', { name: 'Copy Transaction hash' })).toBeVisible()
  await expect(refunds.getByText('Pending')).toBeVisible()

  await mine(server)
  await expect(customer.getByRole('heading', { name: 'Refund complete' })).toBeVisible()
  await expect(refunds.getByText('Confirmed')).toBeVisible()
  await customer.context().close()
})

test('part of an invoice is refunded with the keyboard alone, and the customer claims it', async ({
  page,
  browser,
  server,
}) => {
  test.slow()
  const { createInvoice } = await readyMerchant(server, 'manager')
  await beSignedIn(page, server, 'manager')
  await page.goto('/merchant/security')
  const nextCode = await enableTwoFactor(page)
  const invoice = await createInvoice({ amount: '53', description: 'Season pass', buyerEmail: 'part@example.test' })
  await pull(server, 'pay', { invoiceId: invoice.invoiceId, method: 'onchain' })
  await mine(server)
  await page.goto(`/merchant/invoices/${invoice.invoiceId}`)

  const { keyboard } = page
  const refunds = card(page, 'Refunds')
  const open = page.getByRole('button', { name: 'Refund', exact: true })
  await expect(open).toBeVisible()
  await tabTo(page, open)
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const amount = dialog.getByLabel('Amount')
  await expect(amount).toBeFocused()
  await expect(amount).toHaveValue('53.00')
  // The amount is selected, so typing replaces it.
  await keyboard.type('54')
  await tabTo(page, dialog.getByLabel('2FA code'))
  await keyboard.type(await nextCode())
  await keyboard.press('Enter')
  await expect(dialog.getByText('Only $53.00 is left to refund')).toBeVisible()
  await tabTo(page, amount, 'Shift+Tab')
  await keyboard.type('20')
  await expect(dialog.getByText(/^0\.000\d{5} BTC at the rate your customer paid$/)).toBeVisible()
  await tabTo(page, dialog.getByLabel('Reason'))
  await keyboard.type('Arcade closed early')
  await keyboard.press('Enter')
  await expectToast(page, 'Refund link created', 'Your customer chooses the address.')
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(refunds.getByText('$20.00')).toBeVisible()
  await expect(refunds.getByText('Reason: Arcade closed early')).toBeVisible()
  await expect(refunds.getByText(/^Partial refund/)).toBeVisible()

  // The rest is offered next.
  await tabTo(page, open)
  await keyboard.press('Enter')
  await expect(amount).toHaveValue('33.00')
  // The amount is drawn before the dialog hears keys. It does once it has taken the focus.
  await expect(amount).toBeFocused()
  await keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  const mail = await newestEmail(server, 'part@example.test', /^Refund from/)
  expect(mail.text).toContain('$20.00')
  expect(mail.text).toContain('Arcade closed early')
  const link = mail.text.match(/https?:\/\/\S+\/r\/\S+/)?.[0] ?? ''
  const customer = await (await browser.newContext()).newPage()
  await customer.goto(new URL(link).pathname.replace(/^/, server.url))
  await expect(customer.getByText('$20.00').first()).toBeVisible()
  await expect(customer.getByText('Reason: Arcade closed early')).toBeVisible()
  await tabTo(customer, customer.getByRole('button', { name: 'Use a test address' }))
  await customer.keyboard.press('Enter')
  await expect(customer.getByLabel('Your Bitcoin address')).toHaveValue(/^bcrt1/)
  await tabTo(customer, customer.getByRole('button', { name: 'Claim $20.00' }))
  await customer.keyboard.press('Enter')
  await expect(customer.getByRole('heading', { name: 'Refund on the way' })).toBeVisible()
  await expect(customer.getByText('Transaction', { exact: true })).toBeVisible()
  await mine(server)
  await expect(customer.getByRole('heading', { name: 'Refund complete' })).toBeVisible()
  await expect(refunds.getByText('Confirmed')).toBeVisible()
  await customer.context().close()
})

test('an invalid link is reported', async ({ page, server }) => {
  await page.goto(`${server.url}/r/${'x'.repeat(43)}`)
  await expect(page.getByRole('heading', { name: 'Refund not found' })).toBeVisible()
})

test('the owner reads the recovery phrase once, and a user is not offered it', async ({ page, browser, server }) => {
  test.slow()
  await readyMerchant(server, 'secondMerchant')
  await beSignedIn(page, server, 'secondMerchant')
  await page.goto('/merchant/wallet')
  const bar = card(page, 'Recovery phrase')
  await expect(bar.getByText('Back up your recovery phrase.')).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Reveal (one time)' })).toBeHidden()
  await page.goto('/merchant/security')
  const nextCode = await enableTwoFactor(page)
  await page.goto('/merchant/wallet')
  await bar.getByRole('button', { name: 'Reveal (one time)' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('2FA code').fill('000000')
  await dialog.getByRole('button', { name: 'Reveal (one time)' }).click()
  await expectToast(page, 'Recovery phrase not revealed', 'Invalid verification code')
  await dialog.getByLabel('2FA code').fill(await nextCode())
  await dialog.getByRole('button', { name: 'Reveal (one time)' }).click()
  const list = page.getByRole('list', { name: 'Recovery phrase' }).getByRole('listitem')
  await expect(list).toHaveCount(12)
  // The wallet is polled every five seconds and now says that the phrase is gone. It stays visible to the owner.
  await expect(page.getByText('We can’t show it again.')).toBeAttached()
  await expect(list).toHaveCount(12)
  await page.getByRole('button', { name: 'I’ve written it down' }).click()
  await expect(card(page, 'Who holds the keys').getByText('We can’t show it again.')).toBeVisible()
  await expect(bar).toHaveCount(0)

  const user = await (await browser.newContext()).newPage()
  await beSignedIn(user, server, 'cashier')
  await user.goto(`${server.url}/merchant/wallet`)
  await expect(card(user, 'Recovery phrase')).toContainText('until the owner of this account does')
  await expect(user.getByRole('button', { name: 'Reveal (one time)' })).toBeHidden()
  await user.context().close()
})

test('an open invoice is emailed to its customer again, and an expired one gets a new price', async ({
  page,
  server,
}) => {
  test.slow()
  const { createInvoice } = await readyMerchant(server, 'cashier')
  const invoice = await createInvoice({ amount: '64', description: 'Anchor', buyerEmail: 'anchor@example.test' })
  const mail = await newestEmail(server, 'anchor@example.test', /: invoice for /)
  expect(mail.text).toContain(`/i/${invoice.invoiceId}`)
  await beSignedIn(page, server, 'cashier')
  await page.goto(`/merchant/invoices/${invoice.invoiceId}`)
  await page.getByRole('button', { name: 'Send again' }).click()
  await expectToast(page, 'Invoice sent', 'The link is on its way to anchor@example.test.')

  await pull(server, 'clock', { advanceSeconds: 1200 })
  await page.goto(`/i/${invoice.invoiceId}`)
  await page.getByRole('button', { name: 'Get a new price' }).click()
  await expect(page).not.toHaveURL(new RegExp(invoice.invoiceId))
  await expect(page).toHaveURL(/\/i\/\w+$/)
  await expect(page.getByText('$64.00').first()).toBeVisible()
})

test('the Transaction Center exports the filtered list', async ({ page, server }) => {
  await readyMerchant(server, 'cashier')
  await beSignedIn(page, server, 'cashier')
  await page.goto('/merchant/transactions?type=incoming')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('bitquay-transactions.csv')
  const pieces: Buffer[] = []
  for await (const piece of await file.createReadStream()) pieces.push(piece as Buffer)
  const lines = Buffer.concat(pieces).toString('utf8').trim().split('\r\n')
  expect(lines[0]).toContain('Gross (BTC)')
  expect(lines.slice(1).every((line) => line.includes('incoming'))).toBe(true)
})

const enableTwoFactor = async (page: Page) => {
  await page.getByRole('button', { name: 'Enable 2FA' }).click()
  const dialog = page.getByRole('dialog')
  const nextCode = authenticatorFor((await dialog.locator('.key .mono').textContent()) ?? '')
  await dialog.getByLabel('2FA code').fill(await nextCode())
  await dialog.getByRole('button', { name: 'Verify & Enable' }).click()
  await page.getByRole('button', { name: 'I saved them' }).click()
  return nextCode
}

/** The claim page in three languages, on a phone. */
const expectTranslated = async (page: Page, address: string) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [language, heading] of [
    ['de', 'Ihre Erstattung liegt bereit'],
    ['ja', '返金の準備ができました'],
    ['ar', 'المبلغ المسترد جاهز'],
  ] as const) {
    await page.goto(`${address}?lang=${language}`)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(over, `the refund in ${language} is too wide`).toBeLessThanOrEqual(0)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
      `the refund in ${language}`,
    ).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 720 })
}
