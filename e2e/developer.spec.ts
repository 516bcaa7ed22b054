import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { beSignedIn, expect, go, test } from './fixtures.ts'

test.use({ world: 'developer' })

/** The text of a box in the guide. */
const commandOn = async (page: Page, id: string) => (await page.locator(`[data-command="${id}"]`).textContent()) ?? ''

/** What a developer types into their shell. */
const inShell = async (lines: readonly string[]) =>
  (await promisify(execFile)('bash', ['-ceu', lines.join('\n')], { timeout: 60_000 })).stdout

const createKey = async (page: Page) => {
  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('My first program')
  for (const scope of ['read', 'invoices']) {
    await dialog
      .locator('label', { has: page.getByText(scope, { exact: true }) })
      .getByRole('checkbox')
      .check()
  }
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = await page.getByRole('dialog').locator('.whole-key').textContent()
  await page.getByRole('button', { name: 'I saved it' }).click()
  return key ?? ''
}

const addEndpoint = async (page: Page, url: string) => {
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL').fill(url)
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(page.getByRole('dialog', { name: 'Signing secret' })).toBeVisible()
  const secret = await page.getByRole('dialog').locator('.what').textContent()
  await page.getByRole('button', { name: 'I saved it' }).click()
  return secret ?? ''
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

test('a new developer follows the guide from key to invoice, payment and verified webhook', { tag: '@ci' }, async ({
  page,
  server,
}) => {
  test.slow()
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/settings?tab=developer')
  const key = await createKey(page)
  expect(key).toMatch(/^bq_test_/)

  await go(page, '/docs')
  await expect(page.getByRole('heading', { level: 1, name: 'Your first payment in five minutes' })).toBeVisible()
  const environment = (await commandOn(page, 'environment')).replace('your-key', key)
  expect(environment).toContain(`BITQUAY_URL=${server.url}`)
  const created = JSON.parse(await inShell([environment, await commandOn(page, 'create-invoice')])) as {
    invoiceId: string
    status: string
    checkoutLink: string
  }
  expect(created).toMatchObject({ status: 'new', checkoutLink: `${server.url}/i/${created.invoiceId}` })
  // Sent twice, as after a lost response, there is still one invoice.
  const again = JSON.parse(await inShell([environment, await commandOn(page, 'create-invoice')])) as typeof created
  expect(again.invoiceId).toBe(created.invoiceId)
  const named = (await commandOn(page, 'invoice-id')).replace('the-invoiceId-of-the-answer', created.invoiceId)

  const folder = await mkdtemp(join(tmpdir(), 'bitquay-guide-'))
  const port = await freePort()
  const receiver = { source: await commandOn(page, 'receiver'), start: await commandOn(page, 'start-receiver') }
  await go(page, '/merchant/settings?tab=developer')
  // The guide's own port may be in use on this machine.
  const secret = await addEndpoint(page, `http://localhost:${port}/webhooks`)
  await writeFile(join(folder, 'receiver.mjs'), receiver.source)
  let received = ''
  const listening: ChildProcess = spawn('bash', ['-ceu', `exec env ${receiver.start.replace('your-secret', secret)}`], {
    cwd: folder,
    env: { ...process.env, PORT: String(port) },
  })
  listening.stdout?.on('data', (part) => (received += String(part)))
  listening.stderr?.on('data', (part) => (received += String(part)))

  try {
    await go(page, '/docs')
    await inShell([environment, named, await commandOn(page, 'pay-invoice')])
    await expect.poll(() => received).toContain(`verified payment.received ${created.invoiceId}`)
    await inShell([environment, named, await commandOn(page, 'mine-block')])
    await expect.poll(() => received).toContain(`verified invoice.settled ${created.invoiceId}`)
    const read = JSON.parse(
      await inShell([environment, named, await commandOn(page, 'read-invoice')]),
    ) as typeof created
    expect(read.status).toBe('settled')
    // Every type of message that the guide promises has arrived.
    const promised = (await commandOn(page, 'told')).split('\n').map((line) => line.split(' ')[1] ?? '')
    for (const type of promised) await expect.poll(() => received).toContain(`verified ${type} `)
  } finally {
    listening.kill()
    await rm(folder, { recursive: true, force: true })
  }
})

test('an endpoint is tested, its log read, its secret rotated, and it is deleted', async ({ page, server }) => {
  let status = 500
  const receiver = createServer((_, response) => response.writeHead(status).end('noted'))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const address = receiver.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hooks`
  await beSignedIn(page, server, 'secondMerchant')
  await page.goto('/merchant/settings?tab=developer')
  const card = page.getByRole('region', { name: 'Webhooks' })
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByRole('dialog').getByLabel('URL').fill('http://10.0.0.8/hooks')
  await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click()
  await expect(page.getByText('This URL can’t receive webhooks: the address is internal.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  const first = await addEndpoint(page, url)
  await card.getByRole('link', { name: url }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Webhook' })).toBeVisible()
  const endpoint = page.getByRole('region', { name: 'Endpoint' })
  await endpoint.getByRole('button', { name: 'Send test event' }).click()
  const log = page.getByRole('region', { name: 'Delivery log' })
  const delivery = log.getByRole('row', { name: /^ping/ })
  await expect(delivery.locator('.c-response')).toHaveText('500')
  await delivery.click()
  await expect(log.getByText('The endpoint returned 500.').first()).toBeVisible()
  await expect(log.getByText('webhook-signature: v1,').first()).toBeVisible()
  status = 200
  await log.getByRole('button', { name: 'Resend' }).click()
  await expect(delivery).toContainText('Delivered')
  await expect(log.getByText(/^Response 200/)).toBeVisible()

  // The list owns the address of this page.
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Failed' }).click()
  await expect(page).toHaveURL(/status=failed/)
  await expect(page.getByRole('heading', { name: 'No deliveries match your filters' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(delivery).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('ping')

  await endpoint.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
  const second = page.getByRole('dialog', { name: 'Signing secret' }).locator('.what')
  await expect(second).toHaveText(/^whsec_/)
  expect(await second.textContent()).not.toBe(first)
  await page.getByRole('button', { name: 'I saved it' }).click()
  await expect(endpoint.getByText(/signed with both the old and the new secret/)).toBeVisible()

  await endpoint.getByRole('button', { name: 'Disable' }).click()
  await expect(endpoint.getByText('Disabled')).toBeVisible()
  await endpoint.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page).toHaveURL(/\/merchant\/settings\?tab=developer$/)
  await expect(card.getByText('No endpoints yet.')).toBeVisible()
  await new Promise((resolve) => receiver.close(resolve))
})

test('a shop’s plugin gets a key once a manager agrees', async ({ page, server }) => {
  let posted = new URLSearchParams()
  const shop = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      if (request.method === 'POST') posted = new URLSearchParams(body)
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Back at the shop</h1>')
    })
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const address = shop.address()
  const back = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/callback`
  const query = new URLSearchParams({ applicationName: 'Rope Shop', redirect: back })
  query.append('permissions', 'btcpay.store.cancreateinvoice')
  await page.goto(`/btcpay/api-keys/authorize?${query}`)
  // A signed-out person signs in here and stays on this page.
  await page.getByLabel('Email').fill('manager@bitquay.test')
  await page.getByLabel('Password', { exact: true }).fill('bitquay-demo-1')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Connect Rope Shop' })).toBeVisible()
  await expect(page.getByText(new URL(back).host)).toBeVisible()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('heading', { name: 'Back at the shop' })).toBeVisible()

  const key = posted.get('apiKey') ?? ''
  const [, storeId] = posted.getAll('permissions[]')[0]?.split(':') ?? []
  const response = await fetch(`${server.url}/btcpay/api/v1/stores/${storeId}/invoices`, {
    method: 'POST',
    headers: { authorization: `token ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: '5', currency: 'USD' }),
  })
  expect(response.status).toBe(200)
  await new Promise((resolve) => shop.close(resolve))
})

test('the documentation has its chapters, and the reference has every call', async ({ page }) => {
  await page.goto('/docs')
  const side = page.getByRole('navigation', { name: 'Documentation' })
  for (const [name, heading] of [
    ['Webhooks', 'Webhooks'],
    ['Reference', 'Reference'],
    ['Errors', 'Errors'],
    ['Sandbox tools', 'Sandbox tools'],
    ['Shop plugins', 'Shop plugins'],
  ] as const) {
    await side.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
  await side.getByRole('link', { name: 'Reference', exact: true }).click()
  for (const [group, path] of [
    ['Invoices', '/api/v1/invoices'],
    ['Balances', '/api/v1/balances'],
    ['Events', '/api/v1/events'],
  ] as const) {
    await page.getByRole('heading', { level: 2, name: group }).click()
    await expect(page.locator('h3', { hasText: path }).first()).toBeVisible()
  }
})
