import { beSignedIn, confirmPassword, expect, expectToast, password, people, signIn, test } from './fixtures.ts'
import { pull } from './money.ts'
import { startServer } from './server-process.ts'

// This test advances the clock, so it needs its own server.
test.use({ world: 'recent-password' })

test('an older session requires the password and then continues automatically', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/security')
  await pull(server, 'clock', { advanceSeconds: 11 * 60 })
  await page.getByRole('button', { name: 'Enable 2FA' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()

  await test.step('nothing happens without it', async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expectToast(page, '2FA Setup Failed', 'Enter your password to continue.')
  })

  await test.step('a wrong password is reported', async () => {
    await page.getByRole('button', { name: 'Enable 2FA' }).click()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('Password is required')).toBeVisible()
    await dialog.getByLabel('Password', { exact: true }).fill('not my password')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('Incorrect password')).toBeVisible()
  })

  await confirmPassword(page)
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
})

test('an older session of an admin requires the password before it posts an incident', async ({ page, server }) => {
  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/incidents')
  await page.getByRole('button', { name: 'Post incident' }).click()
  const form = page.getByRole('dialog', { name: 'Post incident' })
  await form.getByLabel('Title').fill('Emails are late')
  await form.getByLabel('What’s happening').fill('Emails arrive up to an hour late.')
  await form.getByLabel('What it means for money').fill('No money is affected.')
  await form.getByLabel('Email', { exact: true }).selectOption('Degraded')
  await pull(server, 'clock', { advanceSeconds: 11 * 60 })
  await form.getByRole('button', { name: 'Post', exact: true }).click()
  await confirmPassword(page)
  await expectToast(page, 'Incident posted', 'The status page shows it now.')
  await expect(page.getByRole('article', { name: 'Emails are late' })).toBeVisible()
})

test('the owner of an account under attack can sign in on a new device without an extra step', async ({ page }) => {
  test.slow()
  const server = await startServer({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' })
  try {
    const guess = (index: number) =>
      fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${index}` },
        body: JSON.stringify({ email: people.merchant, password: 'a wrong guess' }),
      })
    const answers = await Promise.all(Array.from({ length: 14 }, (_, index) => guess(index + 1)))
    expect(answers.filter(({ status }) => status === 428)).toHaveLength(4)

    const proofs: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/login')) proofs.push(request.headers()['bitquay-proof'])
    })
    await page.goto(`${server.url}/login`)
    await signIn(page, people.merchant)
    await expect(page).toHaveURL(`${server.url}/merchant/dashboard`)
    expect(proofs).toEqual([undefined, expect.stringMatching(/^[\w.-]+:\w+$/)])

    await test.step('from then on the device is known', async () => {
      await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
      await page.goto(`${server.url}/login`)
      await signIn(page, people.merchant, password)
      await expect(page).toHaveURL(`${server.url}/merchant/dashboard`)
      expect(proofs).toHaveLength(3)
      expect(proofs[2]).toBeUndefined()
    })
  } finally {
    await server.stop()
  }
})
