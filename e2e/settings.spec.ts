import { readFile } from 'node:fs/promises'
import { beSignedIn, expect, expectToast, password, people, test, tokenOf } from './fixtures.ts'

test.use({ world: 'settings' })

test('changing the business name changes the greeting', async ({ page, server }) => {
  await beSignedIn(page, server, 'secondMerchant')
  await page.goto('/merchant/settings')
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  const name = page.getByLabel('Business name')
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(0)
  await name.fill('Something')
  await expect(page.getByText('Unsaved: business name')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(0)
  await name.fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Business name is required')).toBeVisible()
  await name.fill('Harbour Light Games')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Success', 'Account updated successfully')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByRole('heading', { name: /Harbour Light Games$/ })).toBeVisible()
})

test('the owner sees what was done in the store, and by whom', async ({ page, server }) => {
  const authorization = `Bearer ${await tokenOf(server, 'merchant')}`
  const changed = await fetch(`${server.url}/api/merchant/settings`, {
    method: 'PATCH',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ storeName: 'Kestrel Arcade Two' }),
  })
  expect(changed.status).toBe(200)
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/security')
  await page.getByRole('link', { name: 'View activity' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  const list = page.getByRole('region', { name: 'Activity' })
  const newest = list.getByRole('row', { name: /^Settings changed/ }).first()
  await expect(newest).toContainText(people.merchant)
  await expect(newest).toContainText('127.0.0.1')

  await page.getByRole('button', { name: 'Type', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Signed in', exact: true }).click()
  await expect(page).toHaveURL(/act=signed-in/)
  await expect(newest).toBeHidden()
  await expect(list.getByRole('row', { name: /^Signed in/ }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await newest.click()
  await expect(list.locator('.lading')).toContainText('127.0.0.1')
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('settings-changed')
})

test('a user who can’t see activity learns who can', async ({ page, server }) => {
  await beSignedIn(page, server, 'cashier')
  await page.goto('/merchant/activity')
  await expect(page.getByText('Only the owner and admins of your store can.')).toBeVisible()
  await expect(page.getByText('Unable to load activity')).toHaveCount(0)
})

test('a change that cannot be saved is reported', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/settings')
  await page.route('**/api/merchant/settings', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  )
  await page.getByLabel('Business name').fill('Something else')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Error', 'Failed to update account')
})

test('the email address is read-only, and fees come from the schedule', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/settings')
  const email = page.getByLabel('Sign-in email')
  await expect(email).toHaveValue(people.merchant)
  await expect(email).not.toBeEditable()
  await expect(page.getByText('Contact support to change your email address')).toBeVisible()
  const { current } = (await (await fetch(`${server.url}/api/fees`)).json()) as {
    current: { platformFeePercent: number }
  }
  const status = page.getByRole('region', { name: 'Account', exact: true })
  await expect(status.getByText('Active', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Payments', exact: true }).click()
  await expect(page).toHaveURL('/merchant/settings?tab=payments')
  const fees = page.getByRole('region', { name: 'Fee Structure' })
  await expect(fees.getByText(`Platform fee, ${current.platformFeePercent}%`, { exact: true })).toBeVisible()
})

test('a store’s user may read but not change', async ({ page, server }) => {
  await beSignedIn(page, server, 'cashier')
  await page.goto('/merchant/settings')
  await expect(page.getByLabel('Business name')).not.toBeEditable()
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(0)
})

test('a switch acts at once', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/settings?tab=notifications')
  const received = page.getByRole('switch', { name: 'Payment received, Email' })
  const before = await received.getAttribute('aria-checked')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await received.click()
  await saved
  await page.reload()
  await expect(received).toHaveAttribute('aria-checked', before === 'true' ? 'false' : 'true')
})

test('time zone, bitcoin unit and a second currency change what is shown', async ({ page, server }) => {
  await expect.poll(async () => ((await (await fetch(`${server.url}/api/rates`)).json()) as unknown[]).length).toBe(6)
  await beSignedIn(page, server, 'merchant')
  await page.route('**/api/merchant/balance', async (route) => {
    const answer = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...answer, btc: '0.02500000', usd: '2500.00' } })
  })
  await page.goto('/merchant/settings')
  const balance = page.getByRole('region', { name: 'Balance', exact: true })
  await expect(balance).toContainText('0.02500000BTC')
  await page.getByLabel('Bitcoin amounts').selectOption('sats')
  await expect(balance).toContainText('2500000sats')
  await page.getByLabel('Also show balances in').selectOption('EUR')
  await expect(balance).toContainText(/about €[\d,]+\.\d\d/)
  await page.getByLabel('Your time zone').selectOption('Asia/Tokyo')
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('switch', { name: 'Keyboard shortcuts' })).toHaveAttribute('aria-checked', 'false')
  const asked = page.waitForRequest((request) => /transactions\/days.*tz=Asia%2FTokyo/.test(request.url()))
  await page.goto('/merchant/dashboard')
  await asked
  await expect(page.getByRole('region', { name: 'Total balance' })).toContainText('2500000sats')
})

const passwords = [
  { person: 'manager', path: '/merchant/security' },
  { person: 'partnerTwo', path: '/partner/settings' },
  { person: 'admin', path: '/admin/security' },
] as const

for (const { person, path } of passwords) {
  test(`${person} changes the password`, async ({ page, server }) => {
    await beSignedIn(page, server, person)
    const elsewhere = await tokenOf(server, person)
    await page.goto(path)
    const change = page.getByRole('button', { name: 'Change Password' })
    await change.click()
    await expect(page.getByText('Current password is required')).toBeVisible()
    await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
    await page.getByLabel('Current password').fill('not it')
    await page.getByLabel('New password').fill('moored for the night 1')
    await change.click()
    await expectToast(page, 'Password Change Failed', 'Current password is incorrect')
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('New password').fill('password1')
    await change.click()
    await expectToast(page, 'Password Change Failed', 'This password is too common. Choose another one.')
    await page.getByLabel('New password').fill('moored for the night 1')
    await change.click()
    await expectToast(page, 'Password Changed')
    await expect(page.getByLabel('Current password')).toHaveValue('')
    await expect(page.getByRole('heading', { name: 'Security Settings' }), 'this session goes on').toBeVisible()
    const verified = await fetch(`${server.url}/api/auth/verify`, { headers: { authorization: `Bearer ${elsewhere}` } })
    expect(verified.status, 'the others ended').toBe(401)
  })
}

test('without a server the password change reports it', async ({ page, server }) => {
  await beSignedIn(page, server, 'partner')
  await page.goto('/partner/settings')
  await page.route('**/api/partner/change-password', (route) => route.abort())
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password').fill('moored for the night 2')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expectToast(page, 'Password Change Failed', 'Failed to change password')
})

test('one session is ended, then all', async ({ page, server }) => {
  await tokenOf(server, 'partnerThree')
  await beSignedIn(page, server, 'partnerThree')
  await page.goto('/partner/settings')
  const sessions = page.locator('section', { has: page.getByRole('heading', { name: 'Sessions' }) })
  await expect(sessions.getByText('This device')).toHaveCount(1)
  const others = sessions.getByRole('button', { name: /^Sign out (?!everywhere)/ })
  const before = await others.count()
  expect(before).toBeGreaterThan(0)
  await others.first().click()
  await expect(others).toHaveCount(before - 1)

  await sessions.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expectToast(page, 'Signed out everywhere')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
})

test('the current tab is in view on a phone', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/settings?tab=developer')
  await expect(page.getByRole('link', { name: 'Developer', exact: true })).toBeInViewport({ ratio: 0.98 })
})
