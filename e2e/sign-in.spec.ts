import { beSignedIn, expect, expectToast, people, signIn, test, toast } from './fixtures.ts'

test.describe('signing in', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  })

  const homes = [
    { email: people.admin, path: '/admin/merchants', tag: '@ci' },
    { email: people.merchant, path: '/merchant/dashboard', tag: '@core' },
    { email: people.cashier, path: '/merchant/dashboard', tag: '@ci' },
    { email: people.partner, path: '/partner/dashboard', tag: '@ci' },
  ]
  for (const { email, path, tag } of homes) {
    test(`${email} arrives at ${path}`, { tag }, async ({ page }) => {
      await signIn(page, email)
      await expectToast(page, 'Logged in successfully')
      await expect(page).toHaveURL(path)
      expect(await page.evaluate(() => localStorage.getItem('bitquay_token'))).toBeTruthy()
    })
  }
})

test('signing out ends the session on the server too', { tag: '@core' }, async ({ page, server }) => {
  await beSignedIn(page, server, 'partnerThree')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /^Welcome back,/ })).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('bitquay_token'))
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('bitquay_token'))).toBeNull()
  const verify = () => fetch(`${server.url}/api/auth/verify`, { headers: { authorization: `Bearer ${token}` } })
  await expect.poll(async () => (await verify()).status).toBe(401)
})

test('a token that cannot be verified is removed without a message, even on a network error', async ({
  page,
  server,
}) => {
  await beSignedIn(page, server, 'partnerTwo')
  await page.route('**/api/auth/verify', (route) => route.abort())
  await page.goto('/partner/dashboard')
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  await expect(toast(page)).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('bitquay_token'))).toBeNull()
})

test('a reload during verification or one lost response keeps the person signed in', { tag: '@ci' }, async ({
  page,
  server,
}) => {
  await beSignedIn(page, server, 'partnerTwo')
  await page.goto('/partner/settings')
  await expect(page.getByRole('heading', { name: 'Security Settings' })).toBeVisible()
  await page.route('**/api/auth/verify', () => undefined, { times: 1 })
  // As another tab would: the token is verified again.
  const verified = page.waitForRequest('**/api/auth/verify')
  await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'bitquay_token' })))
  await verified
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Security Settings' })).toBeVisible()

  await page.route('**/api/auth/verify', (route) => route.abort(), { times: 1 })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Security Settings' })).toBeVisible()
})

test('a person who arrives while the server is unavailable stays signed in and continues when it is back', async ({
  page,
  server,
}) => {
  await beSignedIn(page, server, 'partnerTwo')
  const away = { status: 503, json: { message: 'The service isn’t available right now.' } }
  await page.route('**/api/auth/verify', (route) => route.fulfill(away), { times: 7 })
  await page.goto('/partner/settings')
  await expect(page.getByText('This is taking longer than usual.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Security Settings' })).toBeVisible()
})

test('a sign-out in one tab signs out the other', async ({ page, context, server }) => {
  await beSignedIn(page, server, 'partnerTwo')
  await page.goto('/partner/settings')
  await expect(page.getByRole('heading', { name: 'Security Settings' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/partner/dashboard')
  await other.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Security Settings' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
})
