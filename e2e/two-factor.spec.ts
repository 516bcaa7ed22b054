import type { Page } from '@playwright/test'
import { authenticatorFor } from './authenticator.ts'
import { beSignedIn, expect, expectToast, type Person, people, signIn, test } from './fixtures.ts'

test.use({ world: 'two-factor' })

const portals: { person: Person; path: string; home: string }[] = [
  { person: 'merchant', path: '/merchant/security', home: '/merchant/dashboard' },
  { person: 'partner', path: '/partner/settings', home: '/partner/dashboard' },
  { person: 'admin', path: '/admin/security', home: '/admin/merchants' },
]

for (const { person, path, home } of portals) {
  test(`${person}: the second factor is set up, used to sign in, and turned off`, {
    tag: person === 'merchant' ? '@core' : '@ci',
  }, async ({ page, server }) => {
    test.slow()
    await beSignedIn(page, server, person)
    await page.goto(path)
    const { nextCode, recoveryCodes } = await enableTwoFactor(page)
    expect(recoveryCodes).toHaveLength(10)
    await expect(card(page).getByText('On', { exact: true })).toBeVisible()

    await test.step('the second step of signing in', async () => {
      await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
      await page.goto('/login')
      await signIn(page, people[person])
      await expectToast(page, '2FA Required', 'Please enter your 2FA code to continue')
      const field = page.getByLabel('2FA code')
      await expect(field).toBeFocused()
      await field.fill('12')
      await page.getByRole('button', { name: 'Verify & Sign In' }).click()
      await expect(page.getByText('Token must be 6 digits')).toBeVisible()
      await field.fill('000000')
      await page.getByRole('button', { name: 'Verify & Sign In' }).click()
      await expectToast(page, 'Login failed', 'Invalid 2FA code')
      await field.fill(await nextCode())
      await page.getByRole('button', { name: 'Verify & Sign In' }).click()
      await expectToast(page, 'Logged in successfully')
      await expect(page).toHaveURL(home)
    })

    await test.step('turned off again', async () => {
      await page.goto(path)
      await page.getByRole('button', { name: 'Disable 2FA' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('2FA code').fill('000000')
      await dialog.getByRole('button', { name: 'Disable 2FA' }).click()
      await expectToast(page, '2FA Disable Failed', 'Invalid verification code')
      await dialog.getByLabel('2FA code').fill(await nextCode())
      await dialog.getByRole('button', { name: 'Disable 2FA' }).click()
      await expectToast(page, '2FA Disabled')
      await expect(card(page).getByText('Turn on two-factor')).toBeVisible()
    })
  })
}

test('a recovery code signs in once, and new ones replace the old', async ({ page, server }) => {
  test.slow()
  await beSignedIn(page, server, 'secondMerchant')
  await page.goto('/merchant/security')
  const { nextCode, recoveryCodes } = await enableTwoFactor(page)

  await test.step('a recovery code works once', async () => {
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await page.goto('/login')
    await signIn(page, people.secondMerchant)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await expect(page.getByLabel('Recovery code')).toBeFocused()
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
    await page.getByRole('button', { name: 'Verify & Sign In' }).click()
    await expect(page).toHaveURL('/merchant/dashboard')
    await page.goto('/merchant/security')
    await expect(page.getByText('9 recovery codes left', { exact: false })).toBeVisible()
  })

  await test.step('new recovery codes', async () => {
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await page.getByLabel('2FA code').fill('000000')
    await page.getByRole('button', { name: 'Create new codes' }).click()
    await expectToast(page, '2FA Verification Failed', 'Invalid verification code')
    await page.getByLabel('2FA code').fill(await nextCode())
    await page.getByRole('button', { name: 'Create new codes' }).click()
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    const fresh = await codes.allTextContents()
    expect(fresh).not.toContain(recoveryCodes[1])
    await page.getByRole('button', { name: 'I saved them' }).click()
  })

  await test.step('an old code is refused', async () => {
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await page.goto('/login')
    await signIn(page, people.secondMerchant)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCodes[1] ?? '')
    await page.getByRole('button', { name: 'Verify & Sign In' }).click()
    await expectToast(page, 'Login failed', 'Invalid 2FA code')
  })
})

test('a wrong code in the setup is reported and keeps the dialog open', async ({ page, server }) => {
  await beSignedIn(page, server, 'partnerTwo')
  await page.goto('/partner/settings')
  await page.getByRole('button', { name: 'Enable 2FA' }).click()
  await page.getByLabel('2FA code').fill('000000')
  await page.getByRole('button', { name: 'Verify & Enable' }).click()
  await expectToast(page, '2FA Verification Failed', 'Invalid verification code')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog, 'typed digits are not lost to a stray key').toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Enable 2FA' })).toBeFocused()
})

test('a setup that cannot begin is reported', async ({ page, server }) => {
  await beSignedIn(page, server, 'partnerTwo')
  await page.route('**/api/partner/setup-2fa', (route) => route.abort())
  await page.goto('/partner/settings')
  await page.getByRole('button', { name: 'Enable 2FA' }).click()
  await expectToast(page, '2FA Setup Failed', 'Failed to setup 2FA')
})

test('a pasted code fills all six cells', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await beSignedIn(page, server, 'partnerThree')
  await page.goto('/partner/settings')
  await page.getByRole('button', { name: 'Enable 2FA' }).click()
  await page.evaluate(() => navigator.clipboard.writeText('407 128'))
  const field = page.getByLabel('2FA code')
  await field.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(field).toHaveValue('407128')
  await page.keyboard.press('Escape')
  await expect(field, 'pasted digits are not lost to a stray key').toHaveValue('407128')
  await page.getByRole('button', { name: 'Copy Manual key' }).click()
  await expectToast(page, 'Copied', 'Manual key copied to clipboard')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[A-Z2-7]+$/)
})

const card = (page: Page) => page.getByRole('region', { name: 'Two-Factor Authentication' })

const enableTwoFactor = async (page: Page) => {
  await page.getByRole('button', { name: 'Enable 2FA' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const nextCode = authenticatorFor((await dialog.locator('.key .mono').textContent()) ?? '')
  await dialog.getByRole('button', { name: 'Verify & Enable' }).click()
  await expect(dialog.getByText('Token must be 6 digits')).toBeVisible()
  await dialog.getByLabel('2FA code').fill(await nextCode())
  await dialog.getByRole('button', { name: 'Verify & Enable' }).click()
  await expectToast(page, '2FA Enabled')
  const listed = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(listed).toHaveCount(10)
  const codes = await listed.allTextContents()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('bitquay-recovery-codes.txt')
  await page.getByRole('button', { name: 'I saved them' }).click()
  return { nextCode, recoveryCodes: codes }
}
