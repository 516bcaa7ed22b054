import { beSignedIn, expect, expectToast, test } from './fixtures.ts'

test.use({ world: 'promo-codes' })

test('a code is created, listed and revoked', async ({ page, server }) => {
  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/promo-codes')
  await expect(page.getByRole('heading', { name: 'No promo codes created yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Promo Code' }).click()
  const dialog = page.getByRole('dialog')
  const days = dialog.getByLabel('Expires In (Days)')
  await expect(days).toHaveValue('30')
  await days.fill('0')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog.getByText('Description is required')).toBeVisible()
  await expect(dialog.getByText('Expires in days must be at least 1')).toBeVisible()
  await dialog.getByLabel('Description').fill('Spring offer')
  await days.fill('7')

  const call = '**/api/admin/promo-codes'
  await page.route(call, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expectToast(page, 'Error', 'Failed to create promo code')
  await page.unroute(call)
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expectToast(page, 'Promo code created')
  await expect(dialog).toHaveCount(0)
  const ticket = page.getByRole('article')
  await expect(ticket).toHaveCount(1)
  await expect(ticket).toContainText(/[A-Z2-9]{4}(-[A-Z2-9]{4}){2}/)
  await expect(ticket).toContainText('Spring offer')
  await expect(ticket).toContainText('Active')

  await ticket.getByRole('button', { name: /^Revoke/ }).click()
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expectToast(page, 'Promo code revoked')
  await expect(ticket).toContainText('Revoked')
  await expect(ticket.getByRole('button', { name: /^Revoke/ })).toHaveCount(0)

  const views = page.getByRole('navigation', { name: 'Views' })
  await expect(views.getByRole('link', { name: 'Revoked 1' })).toBeVisible()
  await views.getByRole('link', { name: 'Active 0' }).click()
  await expect(page).toHaveURL('/admin/promo-codes?state=active')
  await expect(page.getByRole('heading', { name: 'No promo codes in this view' })).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(ticket).toHaveCount(1)
})

test('every state has its badge, and no expiry is shown as Never', async ({ page, server }) => {
  const base = {
    description: 'An offer',
    createdAt: '2026-01-02T10:00:00.000Z',
    createdBy: 'Operator',
    expiresAt: '2026-02-02T10:00:00.000Z',
    isUsed: false,
    usedAt: null,
    usedBy: null,
    amountSavedUsd: null,
    transactionHash: null,
    revokedAt: null,
  }
  const used = {
    ...base,
    isUsed: true,
    usedAt: '2026-01-05T10:00:00.000Z',
    usedBy: 'Blue Door',
    amountSavedUsd: '12.34',
    transactionHash: 'ab'.repeat(32),
  }
  await page.route('**/api/admin/promo-codes', (route) =>
    route.fulfill({
      json: [
        { ...base, id: 3, code: 'AAAA-AAAA-AAAA', state: 'active', expiresAt: null },
        { ...used, id: 2, code: 'BBBB-BBBB-BBBB', state: 'used' },
        { ...base, id: 1, code: 'CCCC-CCCC-CCCC', state: 'expired' },
      ],
    }),
  )
  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/promo-codes')
  await expect(page.getByRole('article', { name: 'AAAA-AAAA-AAAA' })).toContainText(/Active.*Never/)
  await expect(page.getByRole('article', { name: 'BBBB-BBBB-BBBB' })).toContainText(/Used.*Blue Door.*\$12\.34/)
  await expect(page.getByRole('article', { name: 'CCCC-CCCC-CCCC' })).toContainText('Expired')
})
