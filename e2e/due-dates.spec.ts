import { beSignedIn, expect, test } from './fixtures.ts'
import { pay, pull, readyMerchant } from './money.ts'

test.use({ world: 'due-dates' })

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const written = (day: string) =>
  new Date(day).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

test('an invoice with a due date is created, opened by its customer and paid', async ({ page, server }) => {
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/invoices')
  await page.getByRole('main').getByRole('button', { name: 'Create Invoice' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create Invoice' })
  await form.getByLabel('Amount (USD)').fill('80')
  await form.getByLabel('Description').fill('Winter storage')
  await form.getByRole('button', { name: /^Other/ }).click()
  await form.getByLabel('Due date').fill(inDays(-1))
  await form.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(form.getByText('Enter a date in the future')).toBeVisible()
  await form.getByLabel('Due date').fill(inDays(45))
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await form.getByRole('button', { name: 'Create Invoice' }).click()
  const { invoiceId } = (await (await answered).json()) as { invoiceId: string }
  const ready = page.getByRole('dialog', { name: 'Invoice ready' })
  await expect(ready).toContainText(`Due ${written(inDays(45))}`)
  await ready.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Winter storage' })).toContainText(`Due ${written(inDays(45))}`)
  await page.goto(`/merchant/invoices/${invoiceId}`)
  await expect(page.getByText('Not opened yet.')).toBeVisible()

  await page.goto(`/i/${invoiceId}`)
  await expect(page.getByRole('img', { name: 'Bitcoin and Lightning payment code' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open in wallet' })).toHaveAttribute('href', /^bitcoin:/)
  await expect(page.getByText(`Due ${written(inDays(45))}`)).toBeVisible()
  await pay(server, invoiceId, 'lightning')
  await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible()
  await page.goto(`/merchant/invoices/${invoiceId}`)
  await expect(page.getByText('Opened once.')).toBeVisible()
  await expect(page.getByText('Paid and confirmed')).toBeVisible()
})

test('after its price has ended the page offers a new one, until the merchant cancels the invoice', async ({
  page,
  server,
}) => {
  test.slow()
  const { createInvoice } = await readyMerchant(server, 'merchant')
  const { invoiceId } = await createInvoice({ amount: '64', description: 'Anchor', dueDate: inDays(30) })
  await page.goto(`/i/${invoiceId}`)
  const code = page.getByRole('img', { name: 'Bitcoin and Lightning payment code' })
  await expect(code).toBeVisible()
  await pull(server, 'clock', { advanceSeconds: 1200 })
  const renew = page.getByRole('button', { name: 'Get a new price' })
  await expect(renew).toBeVisible()
  await expect(page.getByText(`Due ${written(inDays(30))}`)).toBeVisible()
  await renew.click()
  await expect(code).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/i/${invoiceId}$`))

  await beSignedIn(page, server, 'merchant')
  await page.goto(`/merchant/invoices/${invoiceId}`)
  await expect(page.getByText('Opened 2 times.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel invoice' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel invoice?' })
  await dialog.getByRole('button', { name: 'Cancel invoice' }).click()
  await expect(page.getByText('Canceled by')).toBeVisible()
  await page.goto(`/i/${invoiceId}`)
  await expect(page.getByRole('heading', { name: 'No longer valid' })).toBeVisible()
})
