import { beSignedIn, expect, test } from './fixtures.ts'
import { dateChip, rows } from './lists.ts'

test.use({ world: 'list-surface' })

test('a custom range is chosen in the calendar by keyboard and applied with its button', async ({ page, server }) => {
  await page.clock.setSystemTime(new Date('2026-11-15T12:00:00Z'))
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/transactions')
  await dateChip(page).click()
  const popover = page.getByRole('dialog', { name: 'Date range' })
  const day = (name: string) => popover.getByRole('button', { name, exact: true })
  await expect(day('Monday, November 16, 2026')).toBeDisabled()
  await day('Sunday, November 15, 2026').focus()
  for (const key of ['PageUp', 'ArrowUp', 'ArrowLeft']) await page.keyboard.press(key)
  await expect(day('Wednesday, October 7, 2026')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(popover.getByLabel('From', { exact: true })).toHaveValue('Oct 7, 2026')
  await expect(popover.getByLabel('To', { exact: true })).toHaveValue('Oct 10, 2026')
  await expect(page).toHaveURL('/merchant/transactions')
  await popover.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL('/merchant/transactions?from=2026-10-07&to=2026-10-10')
  await expect(dateChip(page)).toHaveText(/Oct 7 – 10/)
  await dateChip(page).click()
  await popover.getByLabel('From', { exact: true }).fill('not a day')
  await popover.getByRole('button', { name: 'Apply' }).click()
  await expect(popover.getByText('Use a date like Nov 9, 2026')).toBeVisible()
  await popover.getByLabel('From', { exact: true }).fill('9/30/2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/merchant/transactions?from=2026-09-30&to=2026-10-10')
})

const received = (key: string, at: string) => ({
  id: key.repeat(64).slice(0, 64),
  key,
  type: 'incoming',
  status: 'confirmed',
  disputed: false,
  paymentMethod: 'BTC',
  purpose: 'invoice',
  amount: '0.00100000',
  amountUSD: '100.00',
  feeAmount: '-0.00004000',
  feeUSD: '-4.00',
  feePercent: 4,
  platformFeeUSD: '-3.00',
  partnerFeeUSD: '-1.00',
  netAmount: '0.00096000',
  netUSD: '96.00',
  btcPrice: '100000.00',
  confirmedAt: at,
  paymentLinkId: null,
  address: 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c',
  invoiceId: null,
  label: null,
  timestamp: Date.parse(at) / 1000,
  confirmations: 12,
  blockHeight: 925_112,
  fee: null,
  feeRate: null,
  size: null,
  weight: null,
  customerEmail: null,
  customerName: null,
  itemDescription: null,
  inputs: null,
  outputs: null,
})

test('days follow the chosen time zone, also when clocks change', async ({ page, server }) => {
  const asked: URL[] = []
  await page.route(/\/api\/merchant\/transactions(\?|\/)/, (route) => {
    const url = new URL(route.request().url())
    asked.push(url)
    if (!url.pathname.endsWith('/transactions')) return route.continue()
    return route.fulfill({
      json: [
        received('d', '2026-11-02T05:00:00.000Z'),
        received('c', '2026-11-02T04:59:00.000Z'),
        received('b', '2026-11-01T04:00:00.000Z'),
        received('a', '2026-11-01T03:59:00.000Z'),
      ],
    })
  })
  await page.clock.setSystemTime(new Date('2026-11-15T12:00:00Z'))
  await beSignedIn(page, server, 'secondMerchant')
  await page.goto('/merchant/transactions')
  await expect(rows(page)).toHaveCount(4)
  await dateChip(page).click()
  await page.getByLabel('Time zone').selectOption('America/New_York')
  const headings = page.getByRole('rowheader')
  // November 1 has 25 hours there: it begins in summer time and ends in winter time.
  await expect(headings).toHaveText([/^Monday, Nov 2/, /^Sunday, Nov 1/, /^Saturday, Oct 31/])
  await expect(page.getByRole('rowgroup').filter({ hasText: 'Sunday, Nov 1' }).locator('.row')).toHaveCount(2)
  await expect(rows(page).nth(1)).toContainText('11:59 PM')
  await expect(rows(page).nth(2)).toContainText('12:00 AM')
  await page.reload()
  await expect(headings).toHaveText([/^Monday, Nov 2/, /^Sunday, Nov 1/, /^Saturday, Oct 31/])
  asked.length = 0
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(3)
  for (const { pathname, searchParams } of asked) expect(searchParams.get('tz'), pathname).toBe('America/New_York')
  const days = asked.find(({ pathname }) => pathname.endsWith('/days'))
  expect([days?.searchParams.get('from'), days?.searchParams.get('to')]).toEqual(['2026-10-31', '2026-11-02'])
})
