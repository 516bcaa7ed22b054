import { beSignedIn, expect, expectToast, linkIn, newestEmail, test, tokenOf } from './fixtures.ts'
import { readyMerchant } from './money.ts'

test.use({ world: 'admin-merchants' })

test('a merchant is created on the management screen, found and deactivated', { tag: '@core' }, async ({
  page,
  server,
}) => {
  test.setTimeout(360_000)
  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/merchants')
  await expect(page.getByRole('heading', { name: 'Merchant Management' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Merchant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Merchant' })
  await dialog.getByRole('button', { name: 'Set a password' }).click()
  await dialog.getByRole('button', { name: 'Fill with sample data' }).click()
  await expect(dialog.getByLabel('Email')).toHaveValue(/@bitquay\.test$/)
  await dialog.getByLabel('Store name').fill('Ropewalk Records')
  await dialog.getByLabel('Email').fill('ropewalk@bitquay.test')
  await dialog.getByRole('button', { name: 'Create Merchant' }).click()
  await expectToast(page, 'Merchant Created')

  // The store is created meanwhile, and the badge appears automatically.
  const row = page.getByRole('row', { name: /Ropewalk Records/ })
  await expect(row.getByText('BTCPay Configured')).toBeVisible()
  await expect(row.getByText('Active')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('no such merchant')
  await expect(page.getByText('No merchants match your search')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('rope')
  await expect(page).toHaveURL(/search=rope/)
  await row.getByRole('button', { name: 'Details, Ropewalk Records' }).click()
  const sheet = page.getByRole('complementary', { name: 'Ropewalk Records' })
  await expect(sheet.getByText('Merchant since')).toBeVisible()
  await expect(page).toHaveURL(/[?&]open=\d+/)
  await page.reload()
  await sheet.getByRole('link', { name: 'Open merchant' }).click()
  await expect(page).toHaveURL(/\/admin\/merchants\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Ropewalk Records' })).toBeVisible()
  await expect(page.getByText('No transactions yet')).toBeVisible()

  await page.getByRole('button', { name: 'Change markup' }).click()
  const markup = page.getByRole('dialog', { name: 'Change markup' })
  await markup.getByLabel('Markup fee (%)').fill('3.5')
  await expect(markup.getByText('Increases apply in 30 days, as our terms promise.')).toBeVisible()
  await markup.getByRole('button', { name: 'Change markup' }).click()
  await expectToast(page, 'Markup changed')
  await expect(page.getByText(/^Markup from /)).toBeVisible()

  await page.getByRole('button', { name: 'Change BTCPay details' }).click()
  const engine = page.getByRole('dialog', { name: 'Change BTCPay details' })
  await engine.getByLabel('API key', { exact: true }).fill('not-a-key')
  await engine.getByRole('button', { name: 'Verify and save' }).click()
  await expect(engine.getByText(/doesn’t recognize this API key/)).toBeVisible()
  await engine.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expectToast(page, 'Merchant deactivated', 'Ropewalk Records')
  await expect(page.getByText('Inactive').first()).toBeVisible()

  await page.goto('/admin/merchants/999999')
  await expect(page.getByText('Merchant Not Found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Merchants' }).click()
  await expect(page).toHaveURL('/admin/merchants')
})

test('a merchant is invited by default and chooses the password', async ({ page, server }) => {
  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/merchants')
  await page.getByRole('button', { name: 'Create Merchant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Merchant' })
  await expect(dialog.getByRole('button', { name: 'Send invitation' })).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog.getByLabel('Password', { exact: true })).toBeHidden()
  await dialog.getByLabel('Store name').fill('Lantern Pier')
  await dialog.getByLabel('Email').fill('lantern@bitquay.test')
  await dialog.getByRole('button', { name: 'Create Merchant' }).click()
  await expectToast(page, 'Merchant Created', 'We emailed Lantern Pier an invitation. We’re setting up the store.')
  await expect(page.getByRole('row', { name: /Lantern Pier/ })).toContainText('Invited')
  const invitation = await newestEmail(server, 'lantern@bitquay.test', /^Set your password for Lantern Pier/)
  expect(linkIn(invitation, '/welcome')).toBeTruthy()
})

test('merchants are filtered by status, sorted and exported', async ({ page, server }) => {
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/merchants')
  const rows = page.getByRole('table', { name: 'Merchants' }).locator('.row')
  await page.getByRole('columnheader', { name: 'Merchant' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=-name/)
  await page.getByRole('columnheader', { name: 'Merchant' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=name/)
  // Rows of the order before stay until the new ones are there.
  await expect(async () => {
    const names = (await rows.locator('.who').allTextContents()).map((name) => name.toLowerCase())
    expect(names.length).toBeGreaterThan(1)
    expect(names).toEqual(names.toSorted())
  }).toPass({ timeout: 90_000 })

  const views = page.getByRole('navigation', { name: 'Views' })
  await views.getByRole('link', { name: 'Active', exact: false }).first().click()
  await expect(page).toHaveURL(/status=active/)
  await expect(page.getByRole('table', { name: 'Merchants' })).not.toHaveAttribute('aria-busy')
  await expect(rows).toHaveCount(Number(await views.locator('[aria-current=page] .n').textContent()))
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await page.getByRole('menuitem', { name: /^CSV/ }).click()
    })(),
  ])
  expect(file.suggestedFilename()).toMatch(/^bitquay-merchants.*\.csv$/)
})

test('a merchant’s page shows the revenue of its invoices', async ({ page, server }) => {
  const merchant = await readyMerchant(server, 'merchant')
  await merchant.createInvoice({ amount: '40.00' })
  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/merchants')
  await page.getByRole('button', { name: 'Details, Kestrel Arcade' }).click()
  await expect(page.getByText('Open invoices').locator('..').getByText('1', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Open merchant' }).click()
  await expect(page.getByText('2 users')).toBeVisible()
  await page.getByRole('link', { name: 'Manage users' }).click()
  await expect(page).toHaveURL(/merchants\/\d+\/people$/)
  await expect(page.getByText('Store Manager')).toBeVisible()
  const people = page.getByRole('table', { name: 'Merchant users' })
  await expect(people.getByRole('link', { name: 'Kestrel Arcade' })).toHaveCount(3)
})

test('users of a merchant are found, invited, changed and deleted', async ({ page, server }) => {
  await beSignedIn(page, server, 'admin')
  // The address that this list had first still works.
  await page.goto('/admin/merchant-users')
  await expect(page.getByRole('heading', { name: 'Merchant User Management' })).toBeVisible()
  const search = page.getByRole('searchbox')
  const rows = page.getByRole('table', { name: 'Merchant users' }).getByRole('button', { name: /^Details, / })
  await search.fill('manager@bitquay.test')
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Kestrel Arcade' })).toBeVisible()
  await search.fill('tidew')
  await expect(page).toHaveURL(/search=tidew/)
  await expect(rows).toHaveCount(1)

  await page.getByRole('button', { name: 'Invite user' }).click()
  const form = page.getByRole('dialog', { name: 'Invite user' })
  await form.getByLabel('Merchant', { exact: true }).selectOption('Tidewater Games')
  await form.getByLabel('Email').fill('lea@tidewater.test')
  await form.getByLabel('Name').fill('Lea Clerk')
  await page.route('**/api/admin/merchants/*/users', (route) => route.abort())
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expectToast(page, 'Creation Failed', 'Failed to create merchant user')
  await page.unroute('**/api/admin/merchants/*/users')
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expectToast(page, 'User Created', 'We emailed an invitation to lea@tidewater.test.')
  const row = page.getByRole('row', { name: /Lea Clerk/ })
  await expect(row.getByText('Invited')).toBeVisible()
  const invitation = await newestEmail(server, 'lea@tidewater.test', /^You’re invited to Tidewater Games/)
  expect(linkIn(invitation, '/welcome')).toBeTruthy()

  // The previous form of the API still sets a password.
  const headers = { authorization: `Bearer ${await tokenOf(server, 'admin')}`, 'content-type': 'application/json' }
  const found = await fetch(`${server.url}/api/admin/people?search=lea@tidewater.test`, { headers })
  const merchantId = ((await found.json()) as { merchantId: number }[])[0]?.merchantId
  const body = {
    merchantId,
    name: 'Kim Clerk',
    email: 'kim@tidewater.test',
    password: 'a quiet harbour 7',
    role: 'user',
  }
  await fetch(`${server.url}/api/admin/merchants/${merchantId}/users`, {
    ...{ method: 'POST', headers, body: JSON.stringify(body) },
  })
  const kim = page.getByRole('row', { name: /Kim Clerk/ })
  await expect(kim.getByText('Active')).toBeVisible()
  await kim.getByRole('button', { name: 'Actions for Kim Clerk' }).click()
  await page.getByRole('menuitem', { name: 'Change role or status…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Role').selectOption('admin')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'User updated')
  await expect(kim.getByText('Admin', { exact: true })).toBeVisible()

  await kim.getByRole('button', { name: 'Actions for Kim Clerk' }).click()
  await page.getByRole('menuitem', { name: 'Delete user…' }).click()
  await page.route('**/api/admin/merchant-users/*', (route) => route.abort())
  await page.getByRole('button', { name: 'Delete User' }).click()
  await expectToast(page, 'Deletion Failed', 'Failed to delete merchant user')
  await page.unroute('**/api/admin/merchant-users/*')
  await page.getByRole('button', { name: 'Delete User' }).click()
  await expectToast(page, 'User Deleted')
  await expect(kim).toHaveCount(0)
})

test('other administrators are invited and deactivated, but never yourself', async ({ page, server }) => {
  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/people')
  await page.getByRole('link', { name: /^Administrators/ }).click()
  const me = page.getByRole('row', { name: /admin@bitquay\.test/ })
  await expect(me.getByText('(you)')).toBeVisible()
  await expect(me.getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'Invite Administrator' }).click()
  await page.getByLabel('Name').fill('Nora Operator')
  await page.getByLabel('Email').fill('nora@bitquay.test')
  await page.getByRole('button', { name: 'Send Invitation' }).click()
  await expectToast(page, 'Administrator Invited')
  const row = page.getByRole('row', { name: /Nora Operator/ })
  await expect(row.getByText('Invited')).toBeVisible()
  await row.getByRole('button', { name: 'Deactivate Nora Operator' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expectToast(page, 'Administrator Deactivated', 'Nora Operator')
  await expect(row.getByText('Inactive')).toBeVisible()
})

test('a merchant is added from the dashboard with a markup and its own verified store', async ({ page, server }) => {
  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/dashboard')
  await page.getByRole('button', { name: 'Add Merchant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Merchant' })
  await expect(dialog.getByText('Store, wallet and webhook are created automatically.')).toBeVisible()
  await expect(dialog.getByLabel('Markup fee (%)')).toHaveValue('5.0')
  await expect(dialog.getByLabel('Markup fee (%)')).toHaveAttribute('step', '0.1')
  await expect(
    dialog.getByText('Platform fee 3%, plus this markup, plus 1% for partners: a $100.00 payment leaves $91.00.'),
  ).toBeVisible()
  await dialog.getByLabel('Email').fill('finn@brightwater')
  await dialog.getByRole('button', { name: 'Set a password' }).click()
  await dialog.getByLabel('Markup fee (%)').fill('50.1')
  await dialog.getByRole('button', { name: 'Add Merchant' }).click()
  for (const message of [
    'Store name is required',
    'Invalid email address',
    'Password must be at least 8 characters',
    'Markup fee must be a number between 0 and 50',
  ]) {
    await expect(dialog.getByText(message)).toBeVisible()
  }
  await dialog.getByRole('button', { name: 'Fill with sample data' }).click()
  await dialog.getByLabel('Store name').fill('Brightwater Games')
  await dialog.getByLabel(/BTCPay store ID/).fill('nothing')
  await dialog.getByLabel(/BTCPay API key/).fill('nothing')
  await dialog.getByRole('button', { name: 'Add Merchant' }).click()
  await expectToast(page, 'Creation Failed')
  await dialog.getByLabel(/BTCPay store ID/).fill('')
  await dialog.getByLabel(/BTCPay API key/).fill('')
  await dialog.getByRole('button', { name: 'Add Merchant' }).click()
  await expectToast(page, 'Merchant created successfully', 'Brightwater Games')
})
