import type { Page } from '@playwright/test'
import { beSignedIn, expect, expectToast, linkIn, newestEmail, people, test } from './fixtures.ts'
import { readyMerchant } from './money.ts'
import { withSecondFactor } from './second-factor.ts'

test.use({ world: 'account-care' })

/** Opens the sheet of a merchant and chooses what to do for its account. */
const chooseFor = async (page: Page, store: string, act: string) => {
  await page.goto('/admin/merchants')
  await page.getByRole('button', { name: `Details, ${store}` }).click()
  const sheet = page.getByRole('complementary', { name: store })
  await sheet.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

const storeOf = async (server: Parameters<typeof readyMerchant>[0], person: 'merchant' | 'secondMerchant') => {
  const { get } = await readyMerchant(server, person)
  return ((await get('/api/merchant/settings')) as { storeName: string }).storeName
}

test('an admin starts an email change, and the owner stops it with the link', async ({ page, server }) => {
  test.slow()
  const store = await storeOf(server, 'merchant')
  await beSignedIn(page, server, 'admin')
  await chooseFor(page, store, 'Change owner’s email')
  const dialog = page.getByRole('dialog', { name: 'Change owner’s email' })
  await dialog.getByRole('button', { name: 'Start change' }).click()
  await expect(dialog.getByText('Enter a reason')).toBeVisible()
  await dialog.getByLabel('New email').fill('new-owner@bitquay.test')
  await dialog.getByLabel('Reason').fill('The owner has a new domain')
  await dialog.getByRole('button', { name: 'Start change' }).click()
  await expectToast(page, 'Email change started', store)
  await expect(page.getByText(/will change the owner’s email to new-owner@bitquay\.test/)).toBeVisible()

  const link = linkIn(await newestEmail(server, people.merchant, /will be changed/), '/stop-change')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Stop the email change?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop the change' }).click()
  await expect(page.getByRole('heading', { name: 'It’s stopped' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link isn’t valid anymore' })).toBeVisible()
})

test('an admin starts a recovery, and an admin of the store sees it and stops it', async ({
  page,
  server,
  browser,
}) => {
  test.slow()
  const store = await storeOf(server, 'merchant')
  await beSignedIn(page, server, 'admin')
  await chooseFor(page, store, 'Recover owner')
  const dialog = page.getByRole('dialog', { name: `Recover the owner of ${store}` })
  await dialog.getByRole('button', { name: 'Start recovery' }).click()
  await expect(dialog.getByText('Describe what you checked')).toBeVisible()
  await dialog.getByLabel('What you checked').fill('Passport, and a call to the number in the application')
  await dialog.getByRole('button', { name: 'Start recovery' }).click()
  await expectToast(page, 'Recovery started', store)
  await newestEmail(server, people.merchant, /^Account recovery started/)
  await newestEmail(server, people.manager, /^Account recovery started/)

  const context = await browser.newContext({ baseURL: server.url })
  const theirs = await context.newPage()
  await beSignedIn(theirs, server, 'manager')
  await theirs.goto('/merchant/settings')
  await expect(theirs.getByText(/will reset the owner’s password and 2FA/)).toBeVisible()
  await theirs.getByRole('button', { name: 'Stop the recovery' }).click()
  await expectToast(theirs, 'Stopped')
  await expect(theirs.getByRole('button', { name: 'Stop the recovery' })).toBeHidden()
  await context.close()
})

test('the owner closes the account, customers are told, and an admin reopens it', async ({ page, server, browser }) => {
  test.slow()
  const store = await storeOf(server, 'secondMerchant')
  const { createInvoice } = await readyMerchant(server, 'secondMerchant')
  const invoice = await createInvoice({ amount: '20.00' })
  const { token, nextCode } = await withSecondFactor(server, 'secondMerchant')
  await page.addInitScript((value) => localStorage.setItem('bitquay_token', value), token)
  await page.goto('/merchant/settings')
  await page.getByRole('button', { name: 'Close account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close account' })
  await dialog.getByLabel('2FA code').fill('000000')
  await dialog.getByRole('button', { name: 'Close account' }).click()
  await expect(dialog.getByText('Invalid 2FA code')).toBeVisible()
  await dialog.getByLabel('2FA code').fill(await nextCode())
  await dialog.getByRole('button', { name: 'Close account' }).click()
  await expectToast(page, 'Account closed', 'You can still refund and withdraw.')
  await expect(page.getByText(/^Closed on /)).toBeVisible()

  await page.goto(`/i/${invoice.invoiceId}`)
  await expect(page.getByRole('heading', { name: `${store} is closed` })).toBeVisible()

  const context = await browser.newContext({ baseURL: server.url })
  const admins = await context.newPage()
  await beSignedIn(admins, server, 'admin')
  await chooseFor(admins, store, 'Reopen account')
  const reopen = admins.getByRole('dialog', { name: `Reopen ${store}` })
  await reopen.getByLabel('Reason').fill('The owner changed their mind')
  await reopen.getByRole('button', { name: 'Reopen account' }).click()
  await expectToast(admins, 'Account reopened', store)
  await context.close()
})
