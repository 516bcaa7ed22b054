import type { Page } from '@playwright/test'
import { beSignedIn, expect, expectToast, test } from './fixtures.ts'

test.use({ world: 'status' })

const post = async (page: Page, fields: Record<string, string>, button: string) => {
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value)
  await dialog.getByRole('button', { name: button, exact: true }).click()
}

test('an admin posts, updates and resolves an incident, and the public page shows each step', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(360_000)
  const visitor = await (await browser.newContext({ baseURL: server.url })).newPage()
  await visitor.goto('/status')
  await expect(visitor.getByText('No incidents in the last 90 days.')).toBeVisible()
  const components = visitor.getByRole('region', { name: 'Components' })
  await expect(components.getByRole('img')).toHaveCount(6)
  await expect(components.getByRole('listitem').filter({ hasText: 'Email' })).toContainText('Operational')
  const days = components.locator('.status-days').first().locator('.day')
  await expect(days).toHaveCount(90)
  await expect(days.first(), 'the platform didn’t exist yet').toHaveClass(/no-data/)
  await expect(days.last()).not.toHaveClass(/no-data/)

  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/system')
  await page.getByRole('link', { name: 'Incidents' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Incidents' })).toBeVisible()
  await page.getByRole('button', { name: 'Post incident' }).click()
  const title = 'Emails are late <b>today</b>'
  const first = {
    Title: title,
    'What’s happening': 'Emails arrive up to an hour late.',
    'What it means for money': 'No money is affected.',
  }
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await post(page, first, 'Post')
  await expect(dialog.getByText('Choose at least one component')).toBeVisible()
  await dialog.getByLabel('Email', { exact: true }).selectOption('Down')
  await post(page, {}, 'Post')
  await expectToast(page, 'Incident posted', 'The status page shows it now.')

  const open = visitor.getByRole('region', { name: 'Open incidents' }).getByRole('article', { name: title })
  await expect(open).toContainText('Email: Down')
  await expect(open).toContainText('Your money: No money is affected.')
  await expect(open.getByRole('listitem')).toHaveText([/^Investigating.*Emails arrive up to an hour late\.$/])
  await expect(visitor.getByRole('heading', { name: 'Some systems are down' })).toBeVisible()
  await expect(components.getByRole('listitem').filter({ hasText: 'Email' }).first()).toContainText('Down')

  await page.getByRole('article', { name: title }).getByRole('button', { name: 'Post update' }).click()
  await expect(dialog.getByLabel('What it means for money')).toHaveValue('No money is affected.')
  await dialog.getByLabel('State').selectOption('Identified')
  await dialog.getByLabel('Email', { exact: true }).selectOption('Degraded')
  await post(page, { 'What’s happening': 'The mail server was full.' }, 'Post')
  await expectToast(page, 'Update posted')
  await expect(open.getByRole('listitem')).toHaveText([
    /^Identified.*The mail server was full\.$/,
    /^Investigating.*Emails arrive up to an hour late\.$/,
  ])
  await expect(visitor.getByRole('heading', { name: 'Working, with delays' })).toBeVisible()

  await page.getByRole('article', { name: title }).getByRole('button', { name: 'Resolve' }).click()
  await post(
    page,
    { 'What’s happening': 'Emails arrive on time.', 'What you changed': 'We now watch the mail server’s disk.' },
    'Resolve',
  )
  await expectToast(page, 'Incident resolved')
  const past = visitor.getByRole('region', { name: 'Past incidents' }).getByRole('article', { name: title })
  await expect(past).toContainText('What changed: We now watch the mail server’s disk.')
  await expect(visitor.getByRole('region', { name: 'Open incidents' })).toHaveCount(0)
  await past.getByText('Timeline').click()
  await expect(past.getByRole('listitem')).toHaveText([/^Resolved/, /^Identified/, /^Investigating/])
  await expect(page.getByRole('button', { name: 'Resolve' })).toHaveCount(0)

  await page.goto('/admin/act-log')
  for (const act of ['Incident posted', 'Incident updated', 'Incident resolved'])
    await expect(page.getByRole('row', { name: new RegExp(`^${act} .*admin@bitquay\\.test`) })).toBeVisible()
  await visitor.context().close()
})
