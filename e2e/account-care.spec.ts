import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { beSignedIn, expect, expectToast, linkIn, newestEmail, people, test, tokenOf } from './fixtures.ts'
import { card, readyMerchant } from './money.ts'
import { withSecondFactor } from './second-factor.ts'

test.use({ world: 'account-care' })

/** Opens the sheet of a merchant and chooses what to do for its account. */
const chooseFor = async (page: Page, store: string, act: string) => {
  await page.goto('/admin/merchants')
  await page.getByRole('button', { name: `Details, ${store}` }).click()
  const sheet = page.getByRole('complementary', { name: store })
  await sheet.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

const storeOf = async (server: Parameters<typeof readyMerchant>[0], person: 'merchant' | 'secondMerchant') => {
  const { get } = await readyMerchant(server, person)
  return ((await get('/api/merchant/settings')) as { storeName: string }).storeName
}

test('an admin starts an email change, and the owner stops it with the link', async ({ page, server }) => {
  test.slow()
  const store = await storeOf(server, 'merchant')
  await beSignedIn(page, server, 'admin')
  await chooseFor(page, store, 'Change owner’s email')
  const dialog = page.getByRole('dialog', { name: 'Change owner’s email' })
  await dialog.getByRole('button', { name: 'Start change' }).click()
  await expect(dialog.getByText('Enter a reason')).toBeVisible()
  await dialog.getByLabel('New email').fill('new-owner@bitquay.test')
  await dialog.getByLabel('Reason').fill('The owner has a new domain')
  await dialog.getByRole('button', { name: 'Start change' }).click()
  await expectToast(page, 'Email change started', store)
  await expect(page.getByText(/will change the owner’s email to new-owner@bitquay\.test/)).toBeVisible()

  const link = linkIn(await newestEmail(server, people.merchant, /will be changed/), '/stop-change')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Stop the email change?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop the change' }).click()
  await expect(page.getByRole('heading', { name: 'It’s stopped' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link isn’t valid anymore' })).toBeVisible()
})

test('an admin starts a recovery, and an admin of the store sees it and stops it', async ({
  page,
  server,
  browser,
}) => {
  test.slow()
  const store = await storeOf(server, 'merchant')
  await beSignedIn(page, server, 'admin')
  await chooseFor(page, store, 'Recover owner')
  const dialog = page.getByRole('dialog', { name: `Recover the owner of ${store}` })
  await expect(dialog.getByRole('button', { name: 'Start recovery' })).toBeDisabled()
  await dialog
    .getByLabel('How did you check who is asking?')
    .fill('Passport, and a call to the number in the application')
  await dialog.getByRole('button', { name: 'Start recovery' }).click()
  await expectToast(page, 'Recovery started', store)
  await newestEmail(server, people.merchant, /^Account recovery started/)
  await newestEmail(server, people.manager, /^Account recovery started/)

  const context = await browser.newContext({ baseURL: server.url })
  const theirs = await context.newPage()
  await beSignedIn(theirs, server, 'manager')
  await theirs.goto('/merchant/settings')
  await expect(theirs.getByText(/will reset the owner’s password and 2FA/)).toBeVisible()
  await theirs.getByRole('button', { name: 'Stop the recovery' }).click()
  await expectToast(theirs, 'Stopped')
  await expect(theirs.getByRole('button', { name: 'Stop the recovery' })).toBeHidden()
  await context.close()
})

test('the owner closes the account, customers are told, and an admin reopens it', async ({ page, server, browser }) => {
  test.slow()
  const store = await storeOf(server, 'secondMerchant')
  const { createInvoice } = await readyMerchant(server, 'secondMerchant')
  const invoice = await createInvoice({ amount: '20.00' })
  const { token, nextCode } = await withSecondFactor(server, 'secondMerchant')
  await page.addInitScript((value) => localStorage.setItem('bitquay_token', value), token)
  await page.goto('/merchant/settings')
  await page.getByRole('button', { name: 'Close account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close account' })
  await dialog.getByLabel('2FA code').fill('000000')
  await dialog.getByRole('button', { name: 'Close account' }).click()
  await expect(dialog.getByText('Invalid 2FA code')).toBeVisible()
  await dialog.getByLabel('2FA code').fill(await nextCode())
  await dialog.getByRole('button', { name: 'Close account' }).click()
  await expectToast(page, 'Account closed', 'You can still refund and withdraw.')
  await expect(page.getByText(/^Closed on /)).toBeVisible()

  await page.goto(`/i/${invoice.invoiceId}`)
  await expect(page.getByRole('heading', { name: `${store} is closed` })).toBeVisible()

  const context = await browser.newContext({ baseURL: server.url })
  const admins = await context.newPage()
  await beSignedIn(admins, server, 'admin')
  await chooseFor(admins, store, 'Reopen account')
  const reopen = admins.getByRole('dialog', { name: `Reopen ${store}` })
  await reopen.getByLabel('Reason').fill('The owner changed their mind')
  await reopen.getByRole('button', { name: 'Reopen account' }).click()
  await expectToast(admins, 'Account reopened', store)
  await context.close()
})

/** Downloads a file of personal data. Its rows, by topic. */
const downloadData = async (page: Page, start: () => Promise<void>) => {
  const [file] = await Promise.all([page.waitForEvent('download'), start()])
  const { sections } = JSON.parse(await readFile(await file.path(), 'utf8')) as {
    sections: { name: string; rows: Record<string, unknown>[] }[]
  }
  return {
    name: file.suggestedFilename(),
    topics: Object.fromEntries(sections.map(({ name, rows }) => [name, rows])),
  }
}

const ownPages = {
  cashier: '/merchant/settings',
  partner: '/partner/settings',
  admin: '/admin/security',
} as const

for (const person of ['cashier', 'partner', 'admin'] as const) {
  test(`the ${person} downloads what is stored about them, and nothing about others`, async ({ page, server }) => {
    await beSignedIn(page, server, person)
    await page.goto(ownPages[person])
    const own = card(page, 'Your data')
    await expect(own).toContainText('A JSON file with what we store about you')
    const { name, topics } = await downloadData(page, () =>
      own.getByRole('button', { name: 'Download my data' }).click(),
    )
    expect(name).toBe('bitquay-my-data.json')
    expect(topics.account).toMatchObject([{ email: people[person] }])
    expect(topics.sessions?.length).toBeGreaterThan(0)
    for (const topic of ['team', 'invoices', 'apiKeys']) expect(topics).not.toHaveProperty(topic)
    const others = Object.values(people).filter((email) => email !== people[person])
    for (const email of others) expect(JSON.stringify(topics.account)).not.toContain(email)
  })
}

test('data that can’t be exported is reported', async ({ page, server }) => {
  await beSignedIn(page, server, 'partnerTwo')
  await page.goto('/partner/settings')
  await page.route('**/api/auth/personal-data', (route) => route.abort())
  await card(page, 'Your data').getByRole('button', { name: 'Download my data' }).click()
  await expectToast(page, 'Error', 'Couldn’t export your data. Try again in a minute.')
})

test('on a phone a long store name leaves every button of the sheet and the dialog in view', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const storeName = 'Seezeichenversorgungsgesellschaft of Greater Northern Bremerhaven'
  const at = new Date().toISOString()
  await page.route(/\/api\/admin\/merchants\/\d+$/, async (route) => {
    const response = await route.fetch()
    const merchant = (await response.json()) as object
    await route.fulfill({ json: { ...merchant, storeName, closingSince: at, closedAt: at } })
  })
  await beSignedIn(page, server, 'admin')
  const authorization = `Bearer ${await tokenOf(server, 'admin')}`
  const answer = await fetch(`${server.url}/api/admin/merchants`, { headers: { authorization } })
  const [first] = (await answer.json()) as { id: number }[]
  await page.goto(`/admin/merchants?open=${first?.id}`)
  const sheet = page.getByRole('complementary', { name: storeName })
  for (const part of [
    sheet.getByRole('button', { name: 'Account', exact: true }),
    sheet.getByRole('link', { name: 'Email owner' }),
    sheet.getByRole('link', { name: 'Open merchant' }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 })
  await sheet.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Erase account' }).click()
  const dialog = page.getByRole('dialog', { name: `Erase ${storeName}` })
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('button', { name: 'Erase account' })).toBeInViewport({ ratio: 1 })
})

test('the owner of a closed account erases it with a code, and their name is gone from the admin’s list', async ({
  page,
  server,
  browser,
}) => {
  test.setTimeout(360_000)
  const store = await storeOf(server, 'merchant')
  const { token, nextCode } = await withSecondFactor(server, 'merchant')
  await page.addInitScript((value) => {
    if (!sessionStorage.getItem('was-signed-in')) localStorage.setItem('bitquay_token', value)
    sessionStorage.setItem('was-signed-in', 'yes')
  }, token)
  const context = await browser.newContext({ baseURL: server.url })
  const admins = await context.newPage()
  await beSignedIn(admins, server, 'admin')
  await admins.goto('/admin/merchants')
  const merchants = admins.getByRole('main')
  await expect(merchants.getByRole('button', { name: `Details, ${store}` })).toBeVisible()

  await page.goto('/merchant/settings')
  const { topics } = await downloadData(page, () => page.getByRole('button', { name: 'Download my data' }).click())
  expect(topics.account).toMatchObject([{ email: people.merchant, storeName: store }])
  expect(topics.team?.map(({ email }) => email)).toContain(people.cashier)
  await page.getByRole('button', { name: 'Close account…' }).click()
  const closing = page.getByRole('dialog', { name: 'Close account' })
  await closing.getByLabel('2FA code').fill(await nextCode())
  await closing.getByRole('button', { name: 'Close account' }).click()
  await expectToast(page, 'Account closed', 'You can still refund and withdraw.')

  await page.getByRole('button', { name: 'Erase account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase account' })
  await expect(dialog).toContainText('This can’t be undone.')
  await dialog.getByLabel('2FA code').fill('000000')
  await dialog.getByRole('button', { name: 'Erase account' }).click()
  await expect(dialog.getByText('Invalid 2FA code')).toBeVisible()
  await dialog.getByLabel('2FA code').fill(await nextCode())
  await dialog.getByRole('button', { name: 'Erase account' }).click()
  await expectToast(page, 'Account erased', 'Nobody can sign in to it anymore.')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  for (const person of ['merchant', 'manager', 'cashier'] as const)
    await expect(tokenOf(server, person)).rejects.toThrow('No token')

  await expect(merchants.getByRole('button', { name: `Details, ${store}` })).toHaveCount(0)
  await expect(merchants.getByText(people.merchant, { exact: true })).toHaveCount(0)
  await merchants.getByRole('button', { name: 'Details, Erased account' }).click()
  const sheet = admins.getByRole('complementary', { name: 'Erased account' })
  await expect(sheet.getByText('Erased', { exact: true })).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Account', exact: true })).toHaveCount(0)
  await admins.goto('/admin/merchant-users')
  await expect(admins.getByRole('main')).not.toContainText(people.cashier)
  await context.close()
})
