import { beSignedIn, expect, expectToast, linkIn, newestEmail, people, test } from './fixtures.ts'
import { tabTo } from './keyboard.ts'
import { card } from './money.ts'
import { withSecondFactor } from './second-factor.ts'

test.use({ world: 'team' })
test.describe.configure({ mode: 'serial' })

test('an owner invites a cashier with the keyboard alone, who joins and can’t withdraw', async ({
  page,
  browser,
  server,
}) => {
  test.slow()
  const email = 'cashier-two@example.test'
  const { nextCode } = await withSecondFactor(server, 'merchant')
  const { keyboard } = page
  // The sign-in form asks for a code now, so the owner signs in as a person does.
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Email'))
  await keyboard.type(people.merchant)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await keyboard.type('bitquay-demo-1')
  await keyboard.press('Enter')
  await expect(page.getByLabel('2FA code')).toBeFocused()
  await keyboard.type('000000')
  await keyboard.press('Enter')
  await expect(page.locator('form').getByText('Invalid 2FA code')).toBeVisible()
  await page.getByLabel('2FA code').focus()
  for (let digit = 0; digit < 6; digit++) await keyboard.press('Backspace')
  await keyboard.type(await nextCode())
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/merchant/dashboard')

  await page.goto('/merchant/settings?tab=team')
  const team = card(page, 'People')
  await expect(team.getByRole('row').nth(1)).toContainText('Owner')
  const invite = team.getByRole('button', { name: 'Invite' })
  await tabTo(page, invite)
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await keyboard.type('Robin Till')
  await tabTo(page, dialog.getByLabel('Email'))
  await keyboard.type(people.manager)
  await tabTo(page, dialog.getByLabel('2FA code'))
  await keyboard.type(await nextCode())
  await keyboard.press('Enter')
  await expect(dialog.getByText('This email address is already in use.')).toBeVisible()
  await tabTo(page, dialog.getByLabel('Email'), 'Shift+Tab')
  await keyboard.press('Control+A')
  await keyboard.type(email)
  await tabTo(page, dialog.getByLabel('2FA code'))
  await keyboard.press('Control+A')
  await keyboard.type(await nextCode())
  await keyboard.press('Enter')
  await expectToast(page, 'Invitation sent', `${email} has 7 days to join.`)
  const row = team.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Invited')

  const cashier = await (await browser.newContext({ baseURL: server.url })).newPage()
  await cashier.goto(linkIn(await newestEmail(server, email, /^You’re invited to/), '/welcome'))
  await expect(cashier.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
  await expect(cashier.getByText(`Choose your password to sign in as ${email}.`)).toBeVisible()
  await tabTo(cashier, cashier.getByLabel('Password', { exact: true }))
  await cashier.keyboard.type('till drawer 42')
  await cashier.keyboard.press('Enter')
  await expect(cashier).toHaveURL('/merchant/dashboard')
  await expect(row).toContainText('Active')

  await cashier.goto('/merchant/settings?tab=team')
  await expect(cashier.getByRole('heading', { level: 1 })).toHaveText('Account Settings')
  await expect(card(cashier, 'People')).toBeHidden()
  await cashier.goto('/merchant/send')
  await expect(cashier.getByRole('button', { name: 'Process Withdrawal' })).toBeHidden()

  // Removed, they are signed out without any action of theirs.
  const remove = row.getByRole('button', { name: 'Remove Robin Till' })
  await tabTo(page, remove)
  await keyboard.press('Enter')
  await expect(dialog.getByLabel('2FA code')).toBeFocused()
  await keyboard.type(await nextCode())
  await keyboard.press('Enter')
  await expectToast(page, 'Removed', `${email} no longer has access.`)
  await expect(row).toHaveCount(0)
  await expect(cashier.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  const told = await newestEmail(server, people.merchant, /^The team of/)
  expect(told.text).toContain(`removed ${email}`)
  await cashier.context().close()
})

test('a role is changed in the row, after a code', async ({ page, server }) => {
  test.slow()
  await beSignedIn(page, server, 'manager')
  await page.goto('/merchant/security')
  await page.goto('/merchant/settings?tab=team')
  const team = card(page, 'People')
  const role = team.getByLabel('Role of Store Cashier')
  await expect(role).toHaveValue('user')
  await role.selectOption('admin')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Set up 2FA to change your team.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Change role' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(role).toHaveValue('user')
  await expect(card(page, 'What each role can do').getByRole('row')).toHaveCount(6)
})
