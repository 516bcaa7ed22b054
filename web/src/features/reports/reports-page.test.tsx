import type { Report, ReportName, ReportRow } from '@bitquay/contract/tills.reports'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { drawSignedIn } from '../../../test/draw.tsx'
import ReportsPage from './pages/merchant.tsx'

const row = (name: string | null, items: string, more: Partial<ReportRow> = {}): ReportRow => ({
  ...{ name, sold: 3, items, tax: '0.85', tips: '2.00', fees: '1.00', received: '21.85', refunds: '0.00' },
  ...more,
})
const { name: _, ...whole } = row(null, '20.00')
const total = whole as Report['total']
const rowsOf: Record<ReportName, ReportRow[]> = {
  items: [row('Flat white', '13.80'), row(null, '6.20')],
  tills: [row('Counter', '20.00')],
  cashiers: [row('Lea', '13.80'), row(null, '6.20', { tips: '0.00' })],
  hours: [row('08', '13.80'), row('10', '6.20')],
  months: [row('2026-10', '20.00')],
  tax: [row('Sales tax 8.5%', '10.00'), row(null, '10.00', { tax: '0.00' })],
}

const open = (change: Partial<Report['total']> = {}, rows = rowsOf) =>
  drawSignedIn(<ReportsPage />, {
    at: '/merchant/reports?from=2026-11-01&to=2026-11-07&tillId=4',
    answers: {
      'GET /api/merchant/tills': [],
      ...Object.fromEntries(
        Object.entries(rows).flatMap(([name, ofName]) => [
          [
            `GET /api/merchant/reports/${name}`,
            {
              ...{ currency: 'USD', currencies: ['USD'], rows: ofName, at: '2026-11-18T10:38:00Z' },
              total: { ...total, ...change },
            },
          ],
          [
            `GET /api/merchant/reports/${name}/export`,
            new Response('Name\n', { headers: { 'content-disposition': `attachment; filename="${name}.csv"` } }),
          ],
        ]),
      ),
    },
  })

const linesOf = (title: string) =>
  within(screen.getByRole('region', { name: title }))
    .getAllByRole('row')
    .map((line) => [...line.querySelectorAll('th, td.num')].map(({ textContent }) => textContent))

test('all six reports are shown, and the tables end in the same total', async () => {
  open()
  const hours = within(await screen.findByRole('region', { name: 'By hour' }))
  expect(hours.getByText('8 AM is your busiest hour')).toBeTruthy()
  // An hour without sales leaves no hole.
  expect(hours.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['$148a', '9', '$610'])
  expect(linesOf('By item')).toEqual([
    ['Item', 'Sold', 'Sales'],
    ['Flat white', '3', '$13.80'],
    ['Custom amount', '3', '$6.20'],
    ['Total', '3', '$20.00'],
  ])
  expect(linesOf('Tax summary')).toEqual([
    ['Rate', 'Sales', 'Tax'],
    ['Sales tax 8.5%', '$10.00', '$0.85'],
    ['No tax', '$10.00', '$0.00'],
    ['Total', '$20.00', '$0.85'],
  ])
  expect(linesOf('By till').at(-1)).toEqual(['Total', '$20.00'])
  expect(linesOf('By cashier')).toEqual([
    ['Cashier', 'Tips', 'Sales'],
    ['Lea', '$2.00', '$13.80'],
    ['No cashier', '$0.00', '$6.20'],
    ['Total', '$2.00', '$20.00'],
  ])
  expect(linesOf('By month').slice(1)).toEqual([
    ['October 2026', '$20.00', '$0.85', '$2.00', '−$1.00', '$21.85'],
    ['Total', '$20.00', '$0.85', '$2.00', '−$1.00', '$21.85'],
  ])
  expect(screen.getByText('For 1 cashier')).toBeTruthy()
  expect(screen.getByText('Customers paid $22.85')).toBeTruthy()
  expect(screen.queryByText('Refunds')).toBeNull()
})

test('refunds are named where they are taken off', async () => {
  open({ refunds: '5.00' })
  expect(await screen.findByText('3 items, before tax, after refunds')).toBeTruthy()
  expect(screen.getByText('Customers paid $27.85 and got $5.00 back')).toBeTruthy()
  expect(linesOf('By till').map((line) => line.slice(0, 2))).toEqual([
    ['Till', 'Refunds'],
    ['Counter', '$0.00'],
    ['Total', '−$5.00'],
  ])
})

test('each report is exported with the filters of the page', async () => {
  // Following the link would move the document, which later files share.
  const followed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { person, askedFor } = open()
  for (const [title, name] of [
    ['By hour', 'hours'],
    ['Tax summary', 'tax'],
  ]) {
    await person.click(await screen.findByRole('button', { name: 'Export CSV' }))
    expect(screen.getAllByRole('menuitem')).toHaveLength(6)
    await person.click(screen.getByRole('menuitem', { name: title ?? '' }))
    const [asked] = askedFor(`GET /api/merchant/reports/${name}/export`)
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      ...{ from: '2026-11-01', to: '2026-11-07', tz: expect.any(String), tillId: '4' },
    })
  }
  expect(followed).toHaveBeenCalledTimes(2)
  followed.mockRestore()
})

test('without sales it says so, and nothing is drawn', async () => {
  const none: typeof rowsOf = { items: [], tills: [], cashiers: [], hours: [], months: [], tax: [] }
  open({ sold: 0, items: '0.00' }, none)
  expect(await screen.findByText('No sales in this period')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
