import { beSignedIn, expect, test } from './fixtures.ts'
import { pay, pull, readyMerchant } from './money.ts'

test.use({ world: 'invoice-options' })

test('an invoice is created with options, and its customer returns to the shop', async ({ page, server }) => {
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/invoices')
  await page.getByRole('main').getByRole('button', { name: 'Create Invoice' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create Invoice' })
  await form.getByText('Advanced').click()
  await form.getByLabel('Currency').selectOption('JPY')
  await form.getByLabel('Amount (JPY)').fill('2,500')
  await form.getByRole('switch', { name: 'Pass the fee to the customer' }).click()
  await form.getByLabel('Expires after (minutes)').fill('0')
  await form.getByLabel('Return URL').fill('shop.example.test')
  await form.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(form.getByText('Enter 1 to 525,600 minutes')).toBeVisible()
  await expect(form.getByText('Enter a URL with http or https')).toBeVisible()

  await form.getByLabel('Expires after (minutes)').fill('30')
  await form.getByLabel('Accept if short by (%)').fill('1.5')
  await form.getByLabel('Pay with').selectOption('Lightning only')
  await form.getByLabel('Confirmations').selectOption('2')
  await form.getByLabel('Language').selectOption('de')
  await form.getByLabel('Order ID').fill('A-17')
  await form.getByLabel('Return URL').fill('https://shop.example.test/done/{OrderId}')
  await form.getByRole('switch', { name: 'Return automatically' }).click()
  await form.getByLabel('Cancel URL').fill('https://shop.example.test/cart')
  await form.getByLabel('Notes for your records').fill('table=5\nwaiter = Ada')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await form.getByRole('button', { name: 'Create Invoice' }).click()
  const request = await sent
  expect(request.postDataJSON()).toEqual({
    amount: '2500',
    currency: 'JPY',
    description: '',
    buyerName: '',
    buyerEmail: '',
    expirationMinutes: 30,
    paymentTolerance: 1.5,
    paymentMethods: ['lightning'],
    confirmations: 2,
    language: 'de',
    orderId: 'A-17',
    redirectUrl: 'https://shop.example.test/done/{OrderId}',
    redirectAutomatically: true,
    cancelUrl: 'https://shop.example.test/cart',
    metadata: { table: '5', waiter: 'Ada' },
  })
  const response = await request.response()
  if (!response) throw new Error('no response')
  const { invoiceId } = (await response.json()) as { invoiceId: string }
  await expect(page.getByRole('dialog', { name: 'Invoice ready' })).toContainText('¥2,500')

  await page.route('https://shop.example.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Your shop</h1>' }),
  )
  await page.goto(`/i/${invoiceId}`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByText(/^2\.500\s¥$/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^Abbrechen und zurück zu/ })).toHaveAttribute(
    'href',
    'https://shop.example.test/cart',
  )
  await pay(server, invoiceId, 'lightning')
  await expect(page).toHaveURL('https://shop.example.test/done/A-17')
})

test('a top-up invoice shows no amount until it is paid', async ({ page, server }) => {
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/invoices')
  await page.getByRole('main').getByRole('button', { name: 'Create Invoice' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create Invoice' })
  await form.getByText('Advanced').click()
  await form.getByRole('switch', { name: 'Any amount' }).click()
  await expect(form.getByLabel('Amount (USD)')).toBeHidden()
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await form.getByRole('button', { name: 'Create Invoice' }).click()
  const { invoiceId } = (await (await answered).json()) as { invoiceId: string }
  await expect(page.getByRole('dialog', { name: 'Invoice ready' })).toContainText('Any amount')
  await page.goto(`/i/${invoiceId}`)
  await expect(page.locator('.pay-due')).toContainText('Any amount')
  await pull(server, 'pay', { invoiceId, method: 'onchain', amountBtc: '0.00100000' })
  await pull(server, 'mine', { blocks: 1 })
  await expect(page.locator('.pay-due')).toContainText('$')
})
