import { authenticatorFor } from './authenticator.ts'
import { beSignedIn, expect, expectToast, newestEmail, test } from './fixtures.ts'
import { card, mine, pay, readyMerchant } from './money.ts'

test.use({ world: 'shop-refunds' })

test('a shop starts a refund, its customer claims it, and a person approves it', async ({ page, browser, server }) => {
  test.slow()
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/security')
  await page.getByRole('button', { name: 'Enable 2FA' }).click()
  const setup = page.getByRole('dialog')
  const nextCode = authenticatorFor((await setup.locator('.key .mono').textContent()) ?? '')
  await setup.getByLabel('2FA code').fill(await nextCode())
  await setup.getByRole('button', { name: 'Verify & Enable' }).click()
  await page.getByRole('button', { name: 'I saved them' }).click()

  // The shop asks for refunds too, which takes a code.
  const query = new URLSearchParams({ applicationName: 'Rope Shop' })
  query.append('permissions', 'btcpay.store.cancreateinvoice')
  query.append('permissions', 'btcpay.store.cancreatenonapprovedpullpayments')
  await page.goto(`/btcpay/api-keys/authorize?${query}`)
  await page.getByLabel('2FA code (optional)').fill(await nextCode())
  await page.getByRole('button', { name: 'Allow' }).click()
  const shown = page.getByText(/^bq_test_/)
  await expect(shown).toBeVisible()
  const authorization = `token ${(await shown.textContent())?.trim()}`

  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.url}/btcpay/api/v1${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect(response.status, path).toBe(200)
    return response.json()
  }
  const [{ id: storeId }] = (await call('GET', '/stores')) as [{ id: string }]
  const { id: invoiceId } = (await call('POST', `/stores/${storeId}/invoices`, {
    amount: '20',
    currency: 'USD',
    metadata: { orderId: '4711', buyerEmail: 'shop-customer@example.test' },
  })) as { id: string }
  await pay(server, invoiceId, 'onchain')
  await mine(server)
  await expect
    .poll(async () => ((await call('GET', `/stores/${storeId}/invoices/${invoiceId}`)) as { status: string }).status)
    .toBe('Settled')
  const { viewLink } = (await call('POST', `/stores/${storeId}/pull-payments`, {
    ...{ name: 'Refund of order 4711; too short', amount: '5', currency: 'USD' },
  })) as { viewLink: string }

  const customer = await (await browser.newContext()).newPage()
  // The shop's link shows the status and claims nothing.
  await customer.goto(`${server.url}${new URL(viewLink).pathname}`)
  await expect(customer.getByText('Unclaimed')).toBeVisible()
  const mail = await newestEmail(server, 'shop-customer@example.test', /^Refund from/)
  const link = mail.text.match(/https?:\/\/\S+\/r\/\S+/)?.[0] ?? ''
  await customer.goto(`${server.url}${new URL(link).pathname}`)
  await customer.getByRole('button', { name: 'Use a test address' }).click()
  await expect(customer.getByLabel('Your Bitcoin address')).toHaveValue(/^bcrt1/)
  await customer.getByRole('button', { name: /^Claim / }).click()
  await expect(customer.getByText('Waiting for the store’s approval')).toBeVisible()

  await page.goto(`/merchant/invoices/${invoiceId}`)
  const refunds = card(page, 'Refunds')
  await expect(refunds.getByText('Needs approval')).toBeVisible()
  await refunds.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog.getByText('Token must be 6 digits')).toBeVisible()
  await dialog.getByLabel('2FA code').fill(await nextCode())
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expectToast(page, 'Refund approved', 'We’re sending it now.')
  await expect(refunds.getByText('Pending')).toBeVisible()
  await expect(customer.getByText('Transaction', { exact: true })).toBeVisible()
  await mine(server)
  await expect(customer.getByRole('heading', { name: 'Refund complete' })).toBeVisible()
  await expect(refunds.getByText('Confirmed')).toBeVisible()
  await customer.context().close()
})
