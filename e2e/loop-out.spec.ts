import type { Page } from '@playwright/test'
import { beSignedIn, confirmPassword, expect, expectToast, newestEmail, people, test } from './fixtures.ts'
import { tabTo } from './keyboard.ts'
import { rows } from './lists.ts'
import { card, mine, pay, pull, readyMerchant } from './money.ts'
import { merchantWithNode } from './own-node.ts'
import type { ServerProcess } from './server-process.ts'

test.use({ world: 'loop-out' })
test.describe.configure({ mode: 'serial' })

const earnOnLightning = async (server: ServerProcess) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  const { invoiceId } = await createInvoice({ amount: '400.00' })
  await pay(server, invoiceId, 'lightning')
}

/** Requests a loop out on the merchant's dashboard, once the money has arrived. */
const requestLoopOut = async (page: Page, server: ServerProcess) => {
  await earnOnLightning(server)
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/dashboard')
  const lightning = card(page, 'Lightning balance')
  await expect(lightning).toContainText('$384.0')
  await lightning.getByRole('button', { name: 'Loop Out' }).click()
  // Its button can't have the focus before the amount is known.
  await expect(page.getByRole('dialog').locator(':focus')).toBeVisible()
  await confirmRequest(page)
  await expectToast(
    page,
    'Loop-out Request Created',
    'Your Lightning balance loop-out request has been submitted and is pending admin approval.',
  )
  await expect(lightning).toContainText('Pending')
  await expect(lightning.getByRole('button', { name: 'Loop Out' })).toBeDisabled()
  await expect(lightning).toContainText('$0.00')
  return lightning
}

const confirmRequest = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Request loop-out' }).click()

/** A separate admin window with the requests. */
const openAdmin = async (page: Page, server: ServerProcess): Promise<Page> => {
  const browser = page.context().browser()
  if (!browser) throw new Error('no browser')
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  const admin = await context.newPage()
  await beSignedIn(admin, server, 'admin')
  await admin.goto('/admin/lightning-loop-out')
  return admin
}

const counter = (page: Page, label: string) => page.locator('.tile', { hasText: label })

test('the empty state, and a request that fails', async ({ page, server }) => {
  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/lightning-loop-out')
  await expect(page.getByRole('heading', { name: 'No Lightning loop-out requests found' })).toBeVisible()
  await expect(counter(page, 'Total')).toContainText('0')
})

test('a request is marked as completed manually', async ({ page, server }) => {
  test.slow()
  await earnOnLightning(server)
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/dashboard')
  const button = card(page, 'Lightning balance').getByRole('button', { name: 'Loop Out' })
  await expect(button).toBeEnabled()
  await page.route('**/api/merchant/lightning-loop-out', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await button.click()
  await confirmRequest(page)
  await expectToast(page, 'Error', 'Failed to create loop-out request')
  await page.unroute('**/api/merchant/lightning-loop-out')
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/merchant/lightning-loop-out'),
  )
  await confirmRequest(page)
  expect((await sent).postDataJSON()).toEqual({})
  await expectToast(page, 'Loop-out Request Created')

  const admin = await openAdmin(page, server)
  await expect(counter(admin, 'Pending')).toContainText('1')
  const pending = card(admin, 'Pending requests')
  await expect(pending).toContainText('Kestrel Arcade')
  await pending.getByLabel('Admin notes').fill('Swapped by hand')
  const call = '**/api/admin/lightning-loop-out/complete'
  await admin.route(call, (route) => route.abort())
  await pending.getByRole('button', { name: 'Mark as Completed' }).click()
  await expectToast(admin, 'Error', 'Failed to complete request')
  await admin.unroute(call)
  await pending.getByRole('button', { name: 'Mark as Completed' }).click()
  await expectToast(admin, 'Request Completed', 'Lightning loop-out request has been marked as completed.')
  await expect(counter(admin, 'Completed')).toContainText('1')
  await expect(card(admin, 'All requests')).toContainText('Swapped by hand')
  await expect(card(page, 'Lightning balance')).toContainText('Completed')
  await admin.context().close()
})

test('a request is rejected with a reason that the merchant sees', async ({ page, server }) => {
  test.slow()
  const lightning = await requestLoopOut(page, server)
  const admin = await openAdmin(page, server)
  await admin.getByRole('button', { name: /^Reject request/ }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(dialog.getByText('Please enter a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Channels are being closed')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expectToast(admin, 'Request rejected')
  await expect(lightning).toContainText('Rejected')
  await expect(lightning).toContainText('Channels are being closed')
  await expect(lightning).toContainText('$384.0')
  const mail = await newestEmail(server, people.merchant, /rejected/)
  expect(mail.text).toContain('Channels are being closed')
  await admin.context().close()
})

test('a request is canceled with the keyboard alone, and the money is available again', async ({ page, server }) => {
  test.slow()
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/dashboard')
  const lightning = card(page, 'Lightning balance')
  const button = lightning.getByRole('button', { name: 'Loop Out' })
  await expect(button).toBeEnabled()
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('An admin approves every loop-out.')
  await expect(dialog).toContainText(/bcrt1\w{20,}/)
  await expect(dialog).toContainText(/Network fee\s*about −\$/)
  const address = /bcrt1\w{20,}/.exec((await dialog.textContent()) ?? '')?.[0]
  await tabTo(page, dialog.getByRole('button', { name: 'Request loop-out' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Loop-out Request Created')
  const admin = await openAdmin(page, server)
  await expect(card(admin, 'Pending requests')).toContainText(address?.slice(0, 10) ?? 'an address')

  const cancel = lightning.getByRole('button', { name: 'Cancel request' })
  await expect(cancel).toBeVisible()
  await tabTo(page, cancel)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Cancel this request?' })).toBeVisible()
  await tabTo(page, dialog.getByRole('button', { name: 'Cancel request' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Request canceled', 'Your Lightning balance is available again.')
  await expect(lightning).toContainText('Canceled')
  await expect(lightning).toContainText('$384.0')
  await expect(button).toBeEnabled()
  await expect(rows(admin).first()).toContainText('Canceled')
  const mail = await newestEmail(server, people.merchant, /loop-out request was canceled/)
  expect(mail.text).toContain(people.merchant)
  await admin.context().close()
})

test('a request is executed by the platform until it has arrived', async ({ page, server }) => {
  test.slow()
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/dashboard')
  const lightning = card(page, 'Lightning balance')
  await lightning.getByRole('button', { name: 'Loop Out' }).click()
  await confirmRequest(page)
  await expectToast(page, 'Loop-out Request Created')
  const admin = await openAdmin(page, server)
  await admin.getByRole('button', { name: /^Execute request/ }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Execute', exact: true }).click()
  await expectToast(admin, 'Loop-out started')
  await expect(lightning).toContainText('Sending')
  const history = rows(admin).first()
  await expect(history).toContainText('Waiting for the first on-chain confirmation')
  await mine(server)
  await expect(history).toContainText('Completed')
  await expect(lightning).toContainText('Completed')
  await admin.context().close()
})

test('an admin resolves a request whose merchant’s node never responds', async ({ page, server }) => {
  test.slow()
  const { asMerchant, lightning } = await merchantWithNode(server, 'silent-harbour')
  await lightning({ hangNext: 1 })
  await asMerchant('lightning-loop-out', {})
  const admin = await openAdmin(page, server)
  await admin.getByRole('button', { name: /^Execute request/ }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Execute', exact: true }).click()
  await expectToast(admin, 'Loop-out started')
  const request = rows(admin).first()
  await expect(request).toContainText('the payment from the merchant’s node is pending')
  // The invoice can no longer be paid, and the node stops responding.
  await pull(server, 'clock', { advanceSeconds: 2_000 })
  await pull(server, 'fail', { calls: 10_000, mode: 'error500', method: 'GET', path: 'lightning*payments' })

  await request.click()
  const sheet = admin.getByRole('complementary', { name: 'silent-harbour' })
  await sheet.getByRole('button', { name: 'Resolve' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Resolve silent-harbour’s request' })
  const confirm = dialog.getByRole('button', { name: 'Resolve', exact: true })
  await dialog.getByLabel('Outcome').selectOption('Paid')
  await dialog.getByLabel('Preimage').fill('abc')
  await confirm.click()
  await expect(dialog.getByText('A preimage has 64 hexadecimal digits')).toBeVisible()
  await dialog.getByLabel('Preimage').fill('00'.repeat(32))
  await confirm.click()
  await confirmPassword(admin)
  await expectToast(
    admin,
    'Error',
    'This preimage doesn’t match the payment. Only the matching preimage proves that it was paid.',
  )
  await dialog.getByLabel('Outcome').selectOption('Not paid')
  await confirm.click()
  await expectToast(admin, 'Request resolved', 'The funds were released. The request is pending again.')
  await expect(card(admin, 'Pending requests')).toContainText('silent-harbour')
  await pull(server, 'fail', { calls: 0, mode: 'error500' })
  await admin.context().close()
})
