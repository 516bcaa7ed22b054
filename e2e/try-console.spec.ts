import type { Page } from '@playwright/test'
import { expect, test, tokenOf } from './fixtures.ts'
import type { ServerProcess } from './server-process.ts'

const createKey = async (server: ServerProcess) => {
  const response = await fetch(`${server.url}/api/merchant/api-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(server, 'merchant')}` },
    body: JSON.stringify({ name: 'Console', scopes: ['read', 'invoices'] }),
  })
  const { key } = (await response.json()) as { key?: string }
  if (!key) throw new Error(`No key: ${response.status}`)
  return key
}

const openConsole = async (page: Page) => {
  await page.goto('/docs/reference')
  await page.getByRole('heading', { level: 2, name: 'Try it' }).click()
  await expect(page.getByLabel('Test key')).toBeVisible()
}
const send = (page: Page) => page.getByRole('button', { name: 'Send request' })
const response = (page: Page) => page.getByRole('region', { name: 'Response' })

test('the console sends a request with the key of its field, and shows the response and the same as curl', async ({
  page,
  server,
}) => {
  const key = await createKey(server)
  await openConsole(page)
  await expect(send(page)).toBeDisabled()
  await page.getByLabel('Test key').fill('bq_live_0123456789abcdef')
  await expect(page.getByText('Enter a test key. It starts with bq_test_.')).toBeVisible()
  await expect(send(page)).toBeDisabled()
  await page.getByLabel('Test key').fill(key)

  const body = page.getByLabel('Body')
  await expect(body).toHaveValue(/"amount": "49\.90"/)
  await body.fill('{"amount": ')
  await expect(page.getByText('This isn’t valid JSON.')).toBeVisible()
  await body.fill(`{"amount": "12.00", "description": "It's tea"}`)
  await expect(page.locator('[data-command=try-curl]')).toContainText(
    String.raw`-d '{"amount": "12.00", "description": "It'\''s tea"}'`,
  )
  await send(page).click()
  await expect(response(page)).toContainText('200')
  await expect(response(page).getByText(/^[0-9a-f-]{36}$/)).toBeVisible()
  const created = response(page).locator('[data-command=try-response]')
  await expect(created).toContainText('"amount": "12.00"')
  const { invoiceId } = JSON.parse((await created.textContent()) ?? '') as { invoiceId: string }

  // A call's own button chooses it. Its parameters must be filled in before it can be sent.
  await page.getByRole('heading', { level: 2, name: 'Invoices' }).click()
  const call = page
    .locator('.docs-call')
    .filter({ has: page.getByRole('heading', { name: 'GET /api/v1/invoices/{invoiceId}', exact: true }) })
  await call.getByRole('heading', { level: 3 }).click()
  await call.getByRole('button', { name: 'Try it' }).click()
  await expect(page.getByLabel('Call', { exact: true })).toHaveValue('get-api-v1-invoices-invoiceId')
  await expect(page.getByText('Enter invoiceId first.')).toBeVisible()
  await page.getByRole('form', { name: 'Request' }).getByLabel('invoiceId').fill('nothing')
  await send(page).click()
  await expect(response(page)).toContainText('404')
  await page.getByRole('form', { name: 'Request' }).getByLabel('invoiceId').fill(invoiceId)
  await send(page).click()
  await expect(response(page).locator('[data-command=try-response]')).toContainText('"payments": []')

  // The key is nowhere but in the field.
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))
  expect(stored).not.toContain(key)
  await expect(page.locator('[data-command=try-curl]')).not.toContainText(key)
  await page.reload()
  await page.getByRole('heading', { level: 2, name: 'Try it' }).click()
  await expect(page.getByLabel('Test key')).toHaveValue('')
})

test('with real money there is no console, and its code isn’t loaded', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.route('/docs/reference', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ body: (await answer.text()).replace('data-mode="sandbox"', 'data-mode="live"') })
  })
  await page.goto('/docs/reference')
  await expect(page.locator('#root[data-drawn]')).toBeVisible()
  await page.getByRole('heading', { level: 2, name: 'Invoices' }).click()
  await page.getByRole('heading', { level: 3, name: 'POST /api/v1/invoices', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Link to this call' }).first()).toBeVisible()
  await expect(page.getByText('Try it')).toHaveCount(0)
  await expect(page.getByLabel('Test key')).toHaveCount(0)
  expect(loaded.filter((url) => url.includes('try-console'))).toEqual([])
})
