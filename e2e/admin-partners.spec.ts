import { beSignedIn, expect, expectToast, linkIn, newestEmail, signIn, test } from './fixtures.ts'
import { card } from './money.ts'

test.use({ world: 'admin-partners' })

test('partners have a summary, a table, a fee model and their own page', async ({ page, server }) => {
  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/partners')
  for (const label of ['Total Partners', 'Total Balances', 'Total Earnings', 'Total Withdrawals']) {
    await expect(page.getByText(label, { exact: true })).toBeVisible()
  }
  const table = page.getByRole('table', { name: 'Partners' })
  await expect(table.getByRole('columnheader')).toHaveText([
    ...['Partner', 'Email', 'Share %', 'Current Balance', 'Total Earned', 'Total Withdrawn'],
    ...['Status', 'Joined', 'Details'],
  ])
  const line = table.getByRole('row').filter({ hasText: 'Lighthouse Partners' })
  await expect(line).toContainText('partner@bitquay.test')
  await expect(line).toContainText('33.33%')
  await expect(line).toContainText('Active')
  await expect(line).toContainText('Just now')
  const model = card(page, 'How the fee model works')
  await expect(model).toContainText('Partner pool per payment1%')
  await expect(model).toContainText('3 partners earn 0.333% each on average')
  await line.getByRole('link', { name: 'View Details of Lighthouse Partners' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lighthouse Partners')
  for (const label of ['Current Balance', 'Total Earned', 'Total Withdrawn', 'Fee Share']) {
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible()
  }
  await expect(card(page, 'Partner information')).toContainText('Partner ID1')
  await expect(card(page, 'Revenue details')).toContainText('Deposit fees')
  await expect(card(page, 'How fees are shared')).toContainText('Platform fee per payment3%')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Statement (CSV)' }).click()
  expect((await downloading).suggestedFilename()).toBe('partner-1-statement.csv')

  await page.goto('/admin/partners/999999')
  await expect(page.getByText('Partner Not Found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Partners' }).click()
  await expect(page).toHaveURL('/admin/partners')
  await page.route('**/api/admin/partners', (route) => route.fulfill({ json: [] }))
  await page.reload()
  await expect(page.getByText('No partners found')).toBeVisible()
})

test('a partner is added, joins by invitation, is changed and deactivated', async ({ page, server, browser }) => {
  test.slow()
  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/partners')
  const add = page.getByRole('button', { name: 'Add Partner' })
  const dialog = page.getByRole('dialog')

  await test.step('errors are shown', async () => {
    await add.click()
    await dialog.getByLabel('Email').fill('nobody')
    await dialog.getByLabel('Share of the pool (%)').fill('101')
    await dialog.getByRole('button', { name: 'Create Partner' }).click()
    await expect(dialog.getByText('Name is required')).toBeVisible()
    await expect(dialog.getByText('Invalid email address')).toBeVisible()
    await expect(dialog.getByText(/^Share must be a number between 0 and 100/)).toBeVisible()
    await dialog.getByLabel('Name').fill('North Pier')
    await dialog.getByLabel('Email').fill('north.pier@example.test')
    await dialog.getByLabel('Share of the pool (%)').fill('10')
    await dialog.getByRole('button', { name: 'Create Partner' }).click()
    await expectToast(
      page,
      'Creation Failed',
      'The shares of active partners would add up to more than 100%. Lower another share first.',
    )
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('another partner’s share is lowered first', async () => {
    await page.getByRole('link', { name: 'View Details of Mooring Partners' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Share of the pool (%)').fill('20')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Partner updated', 'Mooring Partners')
    await expect(page.getByText('20.00%').first()).toBeVisible()
    await page.getByRole('link', { name: 'Back to Partners' }).click()
  })

  await test.step('the new partner joins by email', async () => {
    await add.click()
    await expect(dialog).toContainText('Unallocated in the pool: 13.34%.')
    await dialog.getByLabel('Name').fill('North Pier')
    await dialog.getByLabel('Email').fill('north.pier@example.test')
    await dialog.getByRole('button', { name: 'Create Partner' }).click()
    await expectToast(page, 'Partner created', 'We invited North Pier at north.pier@example.test.')
    await expect(page.getByRole('row').filter({ hasText: 'North Pier' })).toContainText('Invited')
    const email = await newestEmail(server, 'north.pier@example.test', /North Pier/)
    const visitor = await (await browser.newContext({ baseURL: server.url })).newPage()
    // Links of earlier invitations lead to the page for resets, which still accepts them.
    await visitor.goto(linkIn(email, '/welcome').replace('/welcome', '/reset-password'))
    await visitor.getByLabel('New password').fill('quiet harbour 7')
    await visitor.getByRole('button', { name: 'Reset Password' }).click()
    await expect(visitor).toHaveURL('/login')
    await signIn(visitor, 'north.pier@example.test', 'quiet harbour 7')
    await expect(visitor).toHaveURL('/partner/dashboard')
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Welcome back, North Pier')
    await expect(visitor.getByText('13.34% share')).toBeVisible()

    await page.getByRole('link', { name: 'View Details of North Pier' }).click()
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await expectToast(page, 'Partner deactivated', 'North Pier')
    await expect(card(page, 'Partner information')).toContainText('Inactive')
    // Signed out at once, without any action of theirs.
    await expect(visitor.getByRole('heading', { level: 1 })).not.toHaveText(/Welcome back/)
    await visitor.context().close()
  })
})
