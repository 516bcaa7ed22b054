import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { beSignedIn, expect, newestEmail, people, test } from './fixtures.ts'
import { withSecondFactor } from './second-factor.ts'
import type { ServerProcess } from './server-process.ts'

test.use({ world: 'api-keys' })

const statusOf = async (server: ServerProcess, key: string) =>
  (await fetch(`${server.url}/api/v1/balances`, { headers: { authorization: `Bearer ${key}` } })).status

const openTab = async (page: Page) => {
  await page.goto('/merchant/settings')
  await page.getByRole('link', { name: 'Developer', exact: true }).click()
  await expect(page).toHaveURL(/\?tab=developer$/)
}

const expectAccessible = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
}

test('a key is created, shown once, used and revoked', { tag: '@ci' }, async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await beSignedIn(page, server, 'merchant')
  await openTab(page)
  const keys = page.getByRole('region', { name: 'API keys' })
  await expect(keys.getByText('No API keys yet', { exact: false })).toBeVisible()
  await keys.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Enter a name')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill('Web shop')
  await dialog.getByLabel('Restrict to IP addresses').fill('somewhere')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText(/^Enter IP addresses or networks/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Restrict to IP addresses').fill('127.0.0.0/8, ::1')
  await dialog.getByLabel('Expires').selectOption('90')
  await dialog.getByRole('button', { name: 'Create key' }).click()

  const shown = page.getByRole('dialog', { name: 'Your API key' })
  const key = (await shown.locator('.whole-key').textContent()) ?? ''
  expect(key).toMatch(/^bq_test_\w{47}$/)
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'I saved it' }).click()
  expect(await statusOf(server, key)).toBe(200)
  await page.reload()
  const row = keys.getByRole('listitem').filter({ hasText: 'Web shop' })
  await expect(row).toContainText('Last used')
  await expect(row).toContainText('Only from 127.0.0.0/8, ::1')
  await expect(page.getByText(key)).toHaveCount(0)
  expect((await newestEmail(server, people.merchant, /API key/)).text).toContain('Web shop')

  await row.getByRole('button', { name: 'Revoke Web shop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
  // While the dialog is open, the list behind it is hidden and looks empty.
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(row).toHaveCount(0)
  expect(await statusOf(server, key)).toBe(401)
  await keys.getByRole('button', { name: 'Show 1 revoked or expired' }).click()
  await expect(row).toContainText('Revoked')
})

test('a key that can send money requires a second factor', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await openTab(page)
  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Payouts')
  await dialog.getByRole('checkbox', { name: /^Withdrawals/ }).check()
  await expect(dialog.getByText('Set up 2FA to let a key send money.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create key' })).toBeDisabled()
  await dialog.getByRole('link', { name: 'Set up 2FA' }).click()
  await expect(page).toHaveURL('/merchant/security')
})

test('keys that couldn’t be loaded are loaded again with a button', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await page.route('**/api/merchant/api-keys', (route) => route.fulfill({ status: 400, json: { message: 'Not now' } }))
  await page.goto('/merchant/settings?tab=developer')
  const keys = page.getByRole('region', { name: 'API keys' })
  await expect(keys.getByRole('alert')).toContainText('Couldn’t load your API keys')
  await page.unroute('**/api/merchant/api-keys')
  await keys.getByRole('button', { name: 'Try Again' }).click()
  await expect(keys.getByText(/^No API keys yet|^Show \d+ revoked/)).toBeVisible()
})

test('a store’s user has no developer tab', async ({ page, server }) => {
  await beSignedIn(page, server, 'cashier')
  await page.goto('/merchant/settings?tab=developer')
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  await expect(page.getByLabel('Business name')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Developer', exact: true })).toHaveCount(0)
})

test('a key’s daily refund limit is set when it is created and changed with another code', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { token, nextCode } = await withSecondFactor(server, 'secondMerchant')
  await page.addInitScript((value) => localStorage.setItem('bitquay_token', value), token)
  await openTab(page)
  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await dialog.getByLabel('Name', { exact: true }).fill('Refund desk')
  await dialog.getByRole('checkbox', { name: /^Refunds/ }).check()
  await dialog.getByLabel('Daily refund limit (USD)').fill('250')
  await dialog.getByRole('textbox', { name: '2FA code' }).fill(await nextCode())
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'I saved it' }).click()
  const row = page.getByRole('region', { name: 'API keys' }).getByRole('listitem').filter({ hasText: 'Refund desk' })
  await expect(row).toContainText('Refunds up to $250.00 per day')

  await row.getByRole('button', { name: 'Change limit' }).click()
  const limit = page.getByRole('dialog', { name: 'Daily refund limit' })
  await limit.getByLabel('Daily refund limit (USD)').fill('75.50')
  await limit.getByRole('button', { name: 'Save limit' }).click()
  await expect(limit.getByText('Token must be 6 digits')).toBeVisible()
  await expectAccessible(page)
  await limit.getByRole('textbox', { name: '2FA code' }).fill(await nextCode())
  await limit.getByRole('button', { name: 'Save limit' }).click()
  await expect(row).toContainText('Refunds up to $75.50 per day')
})
