import { beSignedIn, expect, test } from './fixtures.ts'

/**
 * Loads pages with everything open that could inject something, and records every requested address and every
 * violation.
 */
test('no page requests another origin or violates the content policy', { tag: '@core' }, async ({ page, server }) => {
  const strangers: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== server.url && protocol !== 'data:' && protocol !== 'blob:') strangers.push(request.url())
  })
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { violations: seen })
    addEventListener('securitypolicyviolation', (event) => seen.push(`${event.violatedDirective} ${event.blockedURI}`))
  })
  const violations = () => page.evaluate(() => (window as unknown as { violations: string[] }).violations)

  for (const path of [
    '/',
    '/about',
    '/contact',
    '/terms',
    '/privacy',
    '/get-started',
    '/reset-password',
    '/welcome?token=x',
    '/login',
  ]) {
    const response = await page.goto(path)
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy, path).toContain("script-src 'self'")
    expect(policy, path).not.toContain('unsafe')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await violations(), path).toEqual([])
  }
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  expect(await violations(), 'validation compiles no code').toEqual([])

  await beSignedIn(page, server, 'partner')
  await page.goto('/partner/settings')
  await page.getByRole('button', { name: 'Enable 2FA' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  expect(await violations(), 'dialog and tooltip').toEqual([])
  expect(await page.locator('style').count(), 'no style element was injected').toBe(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violations(), 'menu').toEqual([])
  expect(strangers).toEqual([])
})
