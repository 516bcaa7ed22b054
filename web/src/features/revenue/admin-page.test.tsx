import type { Answer } from '@bitquay/contract/call'
import { toCents } from '@bitquay/contract/money'
import type { getRevenue } from '@bitquay/contract/revenue'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { drawSignedIn } from '../../../test/draw.tsx'
import RevenuePage from './pages/admin.tsx'
import { readRevenueChoice, writeRevenueChoice } from './revenue-period.ts'

const money = (usd: string) => ({ btc: '0.01000000', usd })
const sum = { platformFeeUsd: '90.00', markupUsd: '12.00', withdrawalFeesUsd: '0.00', forgivenUsd: '2.00' }

const merchant = (merchantId: number, usd: string) => ({
  ...{ merchantId, storeName: `Store ${merchantId}`, fees: 1, revenue: money(usd), previousUsd: '0.00' },
  partnerShare: money('1.00'),
})

const revenue: Answer<typeof getRevenue> = {
  ...{ range: null, unit: 'day', from: '2026-10-17T00:00:00.000Z', lastDay: '2026-10-19' },
  previous: { firstDay: '2026-10-14', lastDay: '2026-10-16' },
  total: money('100.00'),
  sum: { ...sum, revenueUsd: '100.00' },
  previousSum: { ...sum, platformFeeUsd: '190.00', revenueUsd: '200.00' },
  ...{ collectedUsd: '70.00', owedUsd: '30.00' },
  overTime: ['17', '18', '19'].map((day, place) => ({
    ...{ start: `2026-10-${day}`, revenueUsd: place === 0 ? '100.00' : '0.00', lightningUsd: '0.00' },
    ...{ fees: 1, previousUsd: place === 0 ? '200.00' : '0.00' },
  })),
  byMerchant: [merchant(1, '40.00'), ...Array.from({ length: 11 }, (_, place) => merchant(place + 2, '5.00'))],
  others: { merchants: 3, revenueUsd: '5.00', previousUsd: '200.00', partnerShareUsd: '2.00' },
  byKind: [
    { kind: 'forgiven', fees: 0, revenue: money('-2.00'), partnerShare: money('0.00') },
    { kind: 'deposit', fees: 4, revenue: money('102.00'), partnerShare: money('14.00') },
  ],
  partners: { earned: money('14.00'), paid: money('9.00'), owed: money('5.00') },
}

const draw = (shown: Answer<typeof getRevenue> = revenue, at = '/admin/revenue') =>
  drawSignedIn(<RevenuePage />, { at, answers: { 'GET /api/admin/revenue': shown } })

const amounts = (element: HTMLElement) =>
  [...element.querySelectorAll('.usd')].map((one) =>
    toCents((one.textContent ?? '').replace(/[$,]/g, '').replace('−', '-')),
  )

test('revenue is a sum in the order shown, and collected and owed add up to it', async () => {
  draw()
  await screen.findByText('Platform fee')
  const head = screen.getByRole('region', { name: 'Revenue overview' })
  const row = head.querySelector<HTMLElement>('.figure-row') ?? head
  expect([...row.querySelectorAll('.stencil')].map(({ textContent }) => textContent)).toEqual([
    ...['Platform fee', 'Markup', 'Forgiven', 'Revenue'],
  ])
  expect([...row.querySelectorAll('.sign')].map(({ textContent }) => textContent)).toEqual(['+', '−', '='])
  const [platform = 0n, markup = 0n, forgiven = 0n, all] = amounts(row)
  expect(platform + markup - forgiven).toBe(all)
  expect(row.querySelector('.text-bad'), 'less revenue is no error').toBeNull()
  within(head).getByText('compared with Oct 14 – 16')

  const [collected = 0n, owed = 0n, total] = amounts(screen.getByRole('region', { name: 'Collected and owed' }))
  expect(collected + owed).toBe(total)
  expect(total).toBe(all)
  const byType = screen.getByRole('region', { name: 'By fee type' })
  within(byType).getByText('Forgiven by promo codes')
  const kinds = amounts(byType)
  expect(kinds.slice(0, -1).reduce((sum, one) => sum + one, 0n)).toBe(kinds.at(-1))
  within(screen.getByRole('region', { name: 'Partners' })).getByText('Not part of revenue. Owed now: $5.00')
})

test('a fee on withdrawals is a part of its own', async () => {
  draw({ ...revenue, sum: { ...revenue.sum, platformFeeUsd: '80.00', withdrawalFeesUsd: '10.00' } })
  await screen.findByText('Withdrawal fees')
  const head = screen.getByRole('region', { name: 'Revenue overview' })
  expect([...head.querySelectorAll('.figure-row .stencil')].map(({ textContent }) => textContent)).toEqual([
    ...['Platform fee', 'Markup', 'Withdrawal fees', 'Forgiven', 'Revenue'],
  ])
})

test('the rows by merchant add up to a total row that equals the head, folded or not', async () => {
  const { person } = draw()
  const table = within(await screen.findByRole('region', { name: 'By merchant' }))
  const rows = () =>
    table
      .getAllByRole('row')
      .slice(1)
      .map((row) => ({ name: row.querySelector('td')?.textContent, usd: amounts(row)[0] ?? 0n }))
  const check = () => {
    const total = rows().at(-1)
    expect(total).toEqual({ name: '15 merchants', usd: 100_00n })
    expect(
      rows()
        .slice(0, -1)
        .reduce((sum, { usd }) => sum + usd, 0n),
    ).toBe(total?.usd)
  }
  check()
  expect(rows().at(-2)).toEqual({ name: '5 others', usd: 15_00n })
  await person.click(screen.getByRole('button', { name: 'Show all 12 merchants' }))
  check()
  expect(rows().at(-2)).toEqual({ name: '3 others', usd: 5_00n })
  expect(table.getAllByText('New')).toHaveLength(12)
})

test('the period is in the address, and the export takes the same', async () => {
  const { person, address, askedFor } = draw(revenue, '/admin/revenue?from=2026-10-17&to=2026-10-19')
  await screen.findByRole('heading', { name: 'Oct 17 – 19' })
  expect(Object.fromEntries(askedFor('GET /api/admin/revenue')[0]?.query ?? [])).toEqual({
    ...{ from: '2026-10-17', to: '2026-10-19' },
  })
  await person.click(screen.getByRole('button', { name: '12M' }))
  expect(address()).toBe('/admin/revenue?period=12m')
  expect(Object.fromEntries(askedFor('GET /api/admin/revenue').at(-1)?.query ?? [])).toEqual({ range: '12M' })
  await person.click(screen.getByRole('button', { name: /Export/ }))
  expect(Object.fromEntries(askedFor('GET /api/admin/revenue/export')[0]?.query ?? [])).toEqual({ range: '12M' })
})

test.each([
  ['', '30d'],
  ['range=90D', '90d'],
  ['period=12m', '12m'],
  ['from=2026-02-01&to=2026-01-01', '30d'],
])('the address "%s" is read', (query, choice) => {
  const read = readRevenueChoice(new URLSearchParams(query))
  expect(read).toBe(choice)
  expect(readRevenueChoice(new URLSearchParams(writeRevenueChoice(read)))).toBe(choice)
})
