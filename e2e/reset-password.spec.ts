import { beSignedIn, expect, expectToast, linkIn, newestEmail, people, signIn, test } from './fixtures.ts'

test.use({ world: 'reset-password' })

test('a forgotten password is replaced by a new one', { tag: '@ci' }, async ({ page, server }) => {
  const email = people.secondMerchant
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible()
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expectToast(
    page,
    'Reset Link Sent',
    "If an account with that email exists, you'll receive a password reset link.",
  )
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()

  const link = new URL(linkIn(await newestEmail(server, email, /password/i), '/reset-password'))
  await page.goto(link.pathname + link.search)
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible()
  await expect(page.getByText(/uppercase, lowercase, number and special character/)).toBeVisible()
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await page.getByLabel('New password').fill('a quiet harbour 7')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expectToast(
    page,
    'Password Reset Successful',
    'Your password has been reset. You can now log in with your new password.',
  )
  await expect(page).toHaveURL('/login')

  await signIn(page, email)
  await expectToast(page, 'Login failed', 'Invalid email or password')
  await signIn(page, email, 'a quiet harbour 7')
  await expect(page).toHaveURL('/merchant/dashboard')
})

test('a link works once and reports a second use', async ({ page, server }) => {
  const email = people.partner
  await page.goto('/reset-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  const link = new URL(linkIn(await newestEmail(server, email, /password/i), '/reset-password'))
  const address = link.pathname + link.search
  for (const round of ['first', 'second']) {
    await page.goto(address)
    await page.getByLabel('New password').fill('a quiet harbour 8')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    if (round === 'first') await expectToast(page, 'Password Reset Successful')
  }
  await expectToast(page, 'Reset Failed', 'This reset link is invalid or has expired.')
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible()
})

test('an unknown address gets the same text, and another link can be requested', async ({ page }) => {
  await page.goto('/reset-password')
  await page.getByLabel('Email').fill('nobody@bitquay.test')
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expectToast(page, 'Reset Link Sent')
  await page.getByRole('button', { name: 'Send Another Link' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible()
})

test('without a server each form reports what failed', async ({ page }) => {
  await page.route('**/api/auth/*password*', (route) => route.abort())
  await page.goto('/reset-password')
  await page.getByLabel('Email').fill(people.merchant)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expectToast(page, 'Request Failed', 'Failed to send reset link')
  await page.goto('/reset-password?token=whatever')
  await page.getByLabel('New password').fill('a quiet harbour 9')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expectToast(page, 'Reset Failed', 'Failed to reset password')
})

test('a reset ends all sessions', async ({ page, browser, server }) => {
  const email = people.manager
  const elsewhere = await browser.newPage({ baseURL: server.url })
  await beSignedIn(elsewhere, server, 'manager')
  await elsewhere.goto('/merchant/security')
  await expect(elsewhere.getByRole('heading', { name: 'Security Settings' })).toBeVisible()

  await page.goto('/reset-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  const link = new URL(linkIn(await newestEmail(server, email, /password/i), '/reset-password'))
  await page.goto(link.pathname + link.search)
  await page.getByLabel('New password').fill('a quiet harbour 10')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expectToast(page, 'Password Reset Successful')

  // No click is needed there: the event stream reports it, or the next poll is refused.
  await expect(elsewhere.getByRole('heading', { name: 'Security Settings' })).toBeHidden()
  await elsewhere.close()
})
