import type { Page } from '@playwright/test'
import { beSignedIn, expect, expectToast, linkIn, newestEmail, test } from './fixtures.ts'

test.use({ world: 'onboarding' })

const apply = async (page: Page, businessName: string, email: string) => {
  await page.goto('/get-started')
  await page.getByLabel('Business name').fill(businessName)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Business type').selectOption('Gaming & Entertainment')
  await page.getByLabel('Business description').fill('Browser games with small purchases.')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Contact name').fill('Mika Berg')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('+47 555 01 020')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Monthly volume').selectOption('$10,000 - $50,000')
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await expect(page.getByText('Application Submitted!')).toBeVisible()
}

test('from the public form to the first invoice', { tag: '@core' }, async ({ page, browser, server }) => {
  test.setTimeout(360_000)
  const email = 'mika@lantern.test'
  // The operator watches: new items appear without a reload.
  const office = await browser.newPage({ baseURL: server.url })
  await beSignedIn(office, server, 'admin')
  await office.goto('/admin/applications')
  await expect(office.getByRole('heading', { name: 'Merchant Applications' })).toBeVisible()
  await expect(office.getByText('No applications yet')).toBeVisible()
  await expect(office.getByText('New applications will appear here')).toBeVisible()

  await apply(page, 'Lantern Street', email)
  await office.getByRole('link', { name: 'Lantern Street' }).click()
  for (const fact of ['Mika Berg', email, '+47 555 01 020', 'Gaming & Entertainment', '$10,000 - $50,000']) {
    await expect(office.getByRole('listitem').getByText(fact, { exact: true })).toBeVisible()
  }
  await office.getByRole('button', { name: 'Edit details' }).click()
  const details = office.getByRole('dialog', { name: 'Edit details' })
  await details.getByLabel(/Country of incorporation/).fill('Norway')
  await details.getByRole('button', { name: 'Save details' }).click()
  await expectToast(office, 'Details saved')
  await office.getByRole('button', { name: 'Approve' }).click()
  const dialog = office.getByRole('dialog', { name: 'Approve Lantern Street' })
  await dialog.getByLabel('Markup fee (%)').fill('51')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog.getByText('Markup fee must be a number between 0 and 50')).toBeVisible()
  await dialog.getByLabel('Markup fee (%)').fill('2')
  await dialog.getByLabel(/Review notes/).fill('Known from the trade fair')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expectToast(office, 'Application reviewed')

  const panel = office.getByRole('region', { name: 'Decision' })
  await expect(panel.getByText('Known from the trade fair')).toBeVisible()
  await expect(panel.getByText('admin@bitquay.test', { exact: true })).toBeVisible()
  await expect(office.getByRole('button', { name: 'Approve' })).toBeHidden()
  await expect(office.getByRole('listitem').getByText('Norway')).toBeVisible()
  await panel.getByRole('link', { name: 'Lantern Street' }).click()
  await expect(office.getByRole('heading', { name: 'Lantern Street' })).toBeVisible()
  await expect(office.getByText(/^Invited, expires/)).toBeVisible()
  await expect(office.getByText('BTCPay Configured')).toBeVisible()
  // A second link, as for someone who lost the first. The first no longer works.
  const first = linkIn(await newestEmail(server, email, /approved/), '/welcome')
  await office
    .getByRole('main')
    .getByRole('link', { name: /^People/ })
    .click()
  await office.getByRole('button', { name: /^Send invitation to .* again$/ }).click()
  await office.getByRole('button', { name: 'Send invitation', exact: true }).click()
  await expectToast(office, 'Invitation Sent', `We emailed a new link to ${email}.`)
  await office.close()

  const open = async (link: string) => {
    const { pathname, search } = new URL(link)
    await page.goto(pathname + search)
  }
  await open(first)
  await expect(page.getByRole('heading', { name: 'Invitation not valid' })).toBeVisible()
  await open(linkIn(await newestEmail(server, email, /^Set your password/), '/welcome'))
  await expect(page.getByRole('heading', { name: 'Welcome, Lantern Street' })).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('a lantern in fog 4')
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await expect(page).toHaveURL('/merchant/dashboard')

  await page.goto('/merchant/invoices?create')
  const form = page.getByRole('dialog', { name: 'Create Invoice' })
  await form.getByLabel(/^Amount/).fill('25')
  await form.getByRole('button', { name: 'Create Invoice' }).click()
  await expectToast(page, 'Invoice Created', 'Your Bitcoin invoice is ready to share')

  // Payment emails are the merchant's choice.
  await page.goto('/merchant/settings?tab=notifications')
  const received = page.getByRole('switch', { name: 'Payment received, Email' })
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await received.click()
  await saved
  await page.reload()
  await expect(received).toHaveAttribute('aria-checked', 'true')
})

test('an application is rejected, and one that cannot be decided says so', async ({ page, browser, server }) => {
  const office = await browser.newPage({ baseURL: server.url })
  await beSignedIn(office, server, 'admin')
  await apply(page, 'Fogbank Bets', 'fog@bets.test')
  await office.goto('/admin/applications?status=pending')
  await office.getByRole('link', { name: 'Fogbank Bets' }).click()
  await office.getByRole('button', { name: 'Reject' }).click()
  const dialog = office.getByRole('dialog', { name: 'Reject Fogbank Bets' })
  await office.route('**/api/admin/applications/*/review', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expectToast(office, 'Error', 'Couldn’t review the application')
  await office.unroute('**/api/admin/applications/*/review')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expectToast(office, 'Application reviewed')
  await expect(office.getByRole('button', { name: 'Reject' })).toBeHidden()
  await office.goto('/admin/applications?status=pending&search=fogbank')
  await expect(office.getByText('No applications match your filters')).toBeVisible()
  const list = office.getByRole('region', { name: 'Applications' })
  await list.getByRole('button', { name: 'Clear filters' }).click()
  await expect(list.getByRole('row').filter({ hasText: 'Fogbank Bets' }).getByText('Rejected')).toBeVisible()
  const rejection = await newestEmail(server, 'fog@bets.test', /not approved/)
  expect(rejection.text).toContain('can’t offer an account')
  await office.close()
})

test('an admin asks an applicant for more information, the applicant corrects it, and the admin approves', async ({
  page,
  browser,
  server,
}) => {
  const email = 'dario@saltmarsh.test'
  const office = await browser.newPage({ baseURL: server.url })
  await beSignedIn(office, server, 'admin')
  await apply(page, 'Saltmarsh Poker', email)
  await office.goto('/admin/applications')
  await office.getByRole('row').filter({ hasText: 'Saltmarsh Poker' }).getByText('Pending').click()
  await expect(office).toHaveURL(/\/admin\/applications\/\d+$/)
  await expect(office.getByRole('heading', { name: 'Saltmarsh Poker' })).toBeVisible()
  await expect(office.getByText('7 of 7 requirements met')).toBeVisible()

  // One field from its row, one from the menu.
  await office.getByRole('button', { name: 'Ask for Tax ID' }).click()
  await office.getByRole('button', { name: 'Add field' }).click()
  await office.getByRole('menuitemcheckbox', { name: 'Phone' }).click()
  await office.keyboard.press('Escape')
  await expect(office.getByText('Draft request, 2 fields')).toBeVisible()
  await office.getByRole('button', { name: 'Send request' }).click()
  await expect(office.getByText('Please write a message')).toBeVisible()
  await office.getByLabel('Message').fill('Hello Mika, which number can we call?')
  await office.getByRole('button', { name: 'Send request' }).click()
  await expectToast(office, 'Request sent', `We emailed a link to ${email}.`)
  await expect(office.getByText('Waiting for: Tax ID, Phone')).toBeVisible()
  await expect(office.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await expect(office.getByRole('button', { name: 'Approve' })).toHaveAccessibleDescription(
    'Approve needs an answer: Tax ID, Phone',
  )

  const link = new URL(linkIn(await newestEmail(server, email, /more information/), '/application'))
  await page.goto(link.pathname + link.search)
  await expect(page.getByText('Hello Mika, which number can we call?')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(2)
  await expect(page.getByLabel('Phone')).toHaveValue('+47 555 01 020')
  await page.getByLabel('Phone').fill('123')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Phone number must be at least 10 digits')).toBeVisible()
  await expect(page.getByText('Please fill in this field')).toBeVisible()
  await page.getByLabel('Phone').fill('+47 555 01 099')
  await page.getByLabel('Tax ID').fill('NO 999 888 777')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This link isn’t valid anymore' })).toBeVisible()

  // The answer arrives on the open page.
  await expect(office.getByText('Answered: Tax ID, Phone')).toBeVisible()
  await expect(office.getByRole('listitem').getByText('+47 555 01 099', { exact: true })).toBeVisible()
  await expect(office.getByText(/^Corrected .* Before: \+47 555 01 020$/)).toBeVisible()
  await expect(office.getByText('8 of 8 requirements met')).toBeVisible()
  await office.getByRole('button', { name: 'Approve' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expectToast(office, 'Application reviewed')
  await expect(office.getByRole('region', { name: 'Decision' }).getByText('Approved')).toBeVisible()
  await newestEmail(server, email, /^Your application was approved/)
  await office.close()
})
