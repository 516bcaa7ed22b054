import { rm } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { test as base, beSignedIn, expect, type Person, tokenOf } from './fixtures.ts'
import { createFolder, runServer, type ServerProcess } from './server-process.ts'

/** A server of its own with the whole demo, whose figures are on all pages. */
const test = base.extend<object, { demo: ServerProcess }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter.
    async ({}, use) => {
      const folder = await createFolder()
      const server = await runServer(folder, { DEMO_DATA: 'true' }, 400_000)
      await use(server)
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 450_000 },
  ],
  server: async ({ demo }, use) => use(demo),
})

type Answer = Record<string, unknown>

/** What the API says, as the person who looks at the page. */
const apiOf = async (server: ServerProcess, person: Person) => {
  const headers = { authorization: `Bearer ${await tokenOf(server, person)}` }
  return async <T = Answer>(path: string) => (await (await fetch(`${server.url}${path}`, { headers })).json()) as T
}

const cents = (text: string | null | undefined) =>
  Math.round(Number((text ?? '').replace('−', '-').replaceAll(/[^\d.-]/g, '')) * 100)
const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0)
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The figure below its name, in a totals bar or a row of figures. */
const figureOf = (card: Locator, name: string) =>
  card.locator('.stencil', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::div[1]')
const centsOf = async (card: Locator, name: string) => {
  const figure = figureOf(card, name).first()
  await expect(figure).toContainText(/\d/)
  return cents(await figure.textContent())
}

test('figures on a merchant’s pages agree with each other and with the API', { tag: '@ci' }, async ({
  page,
  server,
}) => {
  const get = await apiOf(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  type Money = { usd: string; heldUsd: string; availableUsd: string }

  await page.goto('/merchant/wallet')
  const wallet = region(page, 'Everything you have here')
  await expect(wallet.getByRole('definition').last()).toContainText('$')
  // The price may change in between.
  await expect(async () => {
    const [balance, lightning] = [
      await get<Money>('/api/merchant/balance'),
      await get<Money>('/api/merchant/lightning-balance'),
    ]
    const figures = (await wallet.getByRole('definition').allTextContents()).map(cents)
    const total = cents(balance.usd) + cents(lightning.usd) + cents(lightning.heldUsd)
    expect(figures.at(-1)).toBe(total)
    expect(sum(figures.slice(0, 2))).toBe(total)
    expect(sum(figures.slice(2, -1))).toBe(total)
    await expect(page.locator('.balance.deep .usd').first()).toHaveText(new RegExp(dollars(cents(balance.usd))))
  }).toPass()

  await page.goto('/merchant/dashboard')
  const counts = page.locator('.activity-counts a b')
  await expect(counts.first()).toBeVisible()
  const [all = 0, ...parts] = (await counts.allTextContents()).map((count) => Number(count.replaceAll(',', '')))
  expect(parts.length).toBeGreaterThan(2)
  expect(sum(parts)).toBe(all)

  type Summary = {
    filtered: number
    confirmed: number
    payments: Record<string, string>
    grossUsd: string
    receivedUsd: string
  }
  for (const filter of ['', 'purpose=refund', 'method=BTC-LN', 'status=failed']) {
    const summary = await get<Summary>(`/api/merchant/transactions/summary?${filter}`)
    await page.goto(`/merchant/transactions?${filter}`)
    const bar = region(page, 'Totals')
    await expect(figureOf(bar, 'Filtered')).toHaveText(summary.filtered.toLocaleString('en-US'))
    await expect(figureOf(bar, 'Confirmed')).toHaveText(summary.confirmed.toLocaleString('en-US'))
    const [gross, fees, net] = [await centsOf(bar, 'Gross'), await centsOf(bar, 'Fees'), await centsOf(bar, 'Net')]
    expect([gross, net]).toEqual([cents(summary.payments['grossUsd']), cents(summary.payments['netUsd'])])
    expect(gross - Math.abs(fees)).toBe(net)
  }

  const invoices = await get<Summary>('/api/merchant/invoices/summary')
  await page.goto('/merchant/invoices')
  await expect(
    page.getByText(new RegExp(`(of|All) ${invoices.filtered.toLocaleString('en-US')}\\b.* shown`)).first(),
  ).toBeVisible()

  // On a phone, the heading of a day sums the rows below it.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/merchant/transactions?purpose=invoice&status=confirmed')
  const day = page.locator('.dt-body').nth(1)
  await expect(day.locator('.in-words')).toContainText(/^Received \$[\d,.]+ · \d+ payments?$/)
  const rows = (await day.locator('.row .c-gross .usd').allTextContents()).map(cents)
  const [, received, count] = /\$([\d,.]+) · (\d+)/.exec((await day.locator('.in-words').textContent()) ?? '') ?? []
  expect([cents(received), Number(count)]).toEqual([sum(rows), rows.length])
})

const dollars = (amount: number) =>
  `\\$${(amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }).replace('.', '\\.')}`

test('figures on a partner’s pages agree with each other and with the API', { tag: '@ci' }, async ({
  page,
  server,
}) => {
  const get = await apiOf(server, 'partner')
  await beSignedIn(page, server, 'partner')
  await page.goto('/partner/transactions')
  const chain = region(page, 'Your earnings')
  await expect(async () => {
    const { partner } = await get<{ partner: Record<string, string> }>('/api/partner/dashboard')
    const shown = async (name: string) => centsOf(chain, name)
    const [earned, open, collected] = [
      await shown('Earned'),
      await shown('Not collected yet'),
      await shown('Collected'),
    ]
    expect([earned, open]).toEqual([cents(partner['totalEarnedUsd']), cents(partner['uncollectedUsd'])])
    expect(earned - open).toBe(collected)
  }).toPass()
  const [earned, open] = [await centsOf(chain, 'Earned'), await centsOf(chain, 'Not collected yet')]
  const last = page.getByRole('table', { name: 'By merchant' }).getByRole('row').last()
  await expect(last).toContainText(new RegExp(dollars(earned)))
  await expect(last).toContainText(new RegExp(dollars(open)))

  await page.goto('/partner/dashboard')
  await expect(page.getByText('Total Earned').first()).toBeVisible()
  await expect(region(page, 'Totals')).toContainText(new RegExp(dollars(earned)))
  if (open > 0) await expect(page.getByText(new RegExp(`Not collected yet: ${dollars(open)}`)).first()).toBeVisible()
  await page.goto('/partner/wallet')
  if (open > 0) await expect(page.getByText(new RegExp(`Not collected yet: ${dollars(open)}`)).first()).toBeVisible()
})

test('figures on an admin’s pages agree with each other and with the API', { tag: '@ci' }, async ({ page, server }) => {
  const get = await apiOf(server, 'admin')
  await beSignedIn(page, server, 'admin')
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const days = `from=${day(29)}&to=${day(0)}`
  const revenue = await get<{ total: { usd: string }; byMerchant: unknown[] }>(`/api/admin/revenue?${days}`)
  const period = await get<{ now: Record<string, string> }>(`/api/admin/dashboard/period?${days}`)

  await page.goto('/admin/dashboard')
  const total = cents(revenue.total.usd)
  await expect(page.locator('.figure-row')).toContainText(new RegExp(dollars(total)))
  await expect(page.locator('.figure-row')).toContainText(new RegExp(dollars(cents(period.now['volumeUsd']))))
  await expect(page.locator('.figure-row')).toContainText(new RegExp(dollars(cents(period.now['payoutsUsd']))))
  await page.goto('/admin/revenue')
  await expect(region(page, 'By merchant').getByRole('row').last()).toContainText(new RegExp(dollars(total)))

  const merchants = await get<{ filtered: number; volumeUsd: string }>('/api/admin/merchants/summary')
  await page.goto('/admin/merchants')
  await expect(figureOf(region(page, 'Totals'), 'Filtered')).toHaveText(String(merchants.filtered))
  expect(await centsOf(region(page, 'Totals'), 'Received')).toBe(cents(merchants.volumeUsd))
})
