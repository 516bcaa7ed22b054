import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noServer, owner, show } from '../../../test/draw.tsx'
import { chooseTimeZone } from '../../lib/time-zone.ts'
import MerchantTransactionsPage from './pages/merchant.tsx'

const list = 'GET /api/merchant/transactions'
const days = 'GET /api/merchant/transactions/days'

const received = (key: string, at: string) => ({
  ...{ id: key.repeat(64), key, type: 'incoming', status: 'confirmed', disputed: false, paymentMethod: 'BTC' },
  ...{ purpose: 'invoice', amount: '0.00100000', amountUSD: '100.00', feeAmount: '-0.00004000', feeUSD: '-4.00' },
  ...{ feePercent: 4, platformFeeUSD: '-3.00', partnerFeeUSD: '-1.00', netAmount: '0.00096000', netUSD: '96.00' },
  ...{ btcPrice: '100000.00', confirmedAt: at, paymentLinkId: null, address: 'bc1q', invoiceId: null, label: null },
  ...{ timestamp: Date.parse(at) / 1000, confirmations: 12, blockHeight: 925_112, fee: null, feeRate: null },
  ...{ size: null, weight: null, customerEmail: null, customerName: null, itemDescription: null },
  ...{ inputs: null, outputs: null },
})

const open = (rows: unknown) =>
  show(<MerchantTransactionsPage />, {
    at: '/merchant/transactions',
    user: owner,
    answers: { [list]: rows, [days]: [] },
  })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-15T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  chooseTimeZone(null)
})

describe('transactions', () => {
  it('stand below the days of the chosen time zone, also when clocks change', async () => {
    const { askedFor } = open([
      received('d', '2026-11-02T05:00:00.000Z'),
      received('c', '2026-11-02T04:59:00.000Z'),
      received('b', '2026-11-01T04:00:00.000Z'),
      received('a', '2026-11-01T03:59:00.000Z'),
    ])
    await waitFor(() => expect(document.querySelectorAll('[data-row]')).toHaveLength(4))
    act(() => chooseTimeZone('America/New_York'))
    // November 1 has 25 hours there: it begins in summer time and ends in winter time.
    await waitFor(() =>
      expect(
        screen.getAllByRole('rowheader').map(({ textContent }) => textContent?.split(',').slice(0, 2).join()),
      ).toEqual([
        expect.stringMatching(/^Monday, Nov 2/),
        expect.stringMatching(/^Sunday, Nov 1/),
        expect.stringMatching(/^Saturday, Oct 31/),
      ]),
    )
    const times = [...document.querySelectorAll('[data-row]')].map((row) => row.closest('.row')?.textContent)
    expect(times[1]).toContain('11:59 PM')
    expect(times[2]).toContain('12:00 AM')
    await waitFor(() => expect(askedFor(days).at(-1)?.query.get('tz')).toBe('America/New_York'))
    const { query } = askedFor(days).at(-1) ?? expect.unreachable('no totals of days')
    expect([query.get('from'), query.get('to')]).toEqual(['2026-10-31', '2026-11-02'])
    expect(askedFor(list).at(-1)?.query.get('tz')).toBe('America/New_York')
  })

  it('have headings that say what they sum, also on a phone', async () => {
    const sums = (count: number, grossUsd: string) => ({
      ...{ count, grossBtc: '0.00200000', grossUsd, feeBtc: '-0.00008000', feeUsd: '-8.00' },
      ...{ netBtc: '0.00192000', netUsd: '1192.00' },
    })
    const none = sums(0, '0.00')
    const { answer } = open([
      received('b', '2026-11-02T12:00:00.000Z'),
      received('a', '2026-11-02T11:00:00.000Z'),
      received('c', '2026-11-01T12:00:00.000Z'),
      received('d', '2026-10-31T12:00:00.000Z'),
    ])
    answer(days, [
      { day: '2026-11-02', count: 4, payments: sums(2, '1200.00'), pendingPayments: sums(1, '3.00'), sent: none },
      { day: '2026-11-01', count: 2, payments: sums(1, '100.00'), pendingPayments: none, sent: sums(1, '-85.75') },
      { day: '2026-10-31', count: 1, payments: none, pendingPayments: none, sent: sums(1, '-5.00') },
    ])
    await waitFor(() => expect(document.querySelectorAll('.in-words')).toHaveLength(3))
    const said = [...document.querySelectorAll('.in-words')].map(({ children }) =>
      [...children].map(({ textContent }) => textContent),
    )
    expect(said).toEqual([
      ['Received $1,200.00 · 2 payments', 'Pending $3.00'],
      ['Received $100.00 · 1 payment', 'Sent −$85.75'],
      ['Sent −$5.00'],
    ])
    // Where there are columns, each sum is below the name of its column.
    const [first] = screen.getAllByRole('rowheader')
    const row = first?.closest('[role="row"]')
    expect(row?.querySelector('.c-gross')?.textContent).toBe('+$1,200.00')
    expect(row?.querySelector('.c-net')?.textContent).toBe('+$1,192.00')
  })

  it('that don’t exist yet lead to the first invoice', async () => {
    open([])
    const links = await screen.findAllByRole('link', { name: 'Create Invoice' })
    expect(links[0]?.getAttribute('href')).toBe('/merchant/invoices')
  })

  it('that couldn’t load say that the money is safe', async () => {
    const { person, answer } = open(noServer)
    const failed = await screen.findByRole('alert')
    expect(failed.textContent).toContain('Unable to load')
    answer(list, [received('a', '2026-11-01T03:59:00.000Z')])
    await person.click(screen.getByRole('button', { name: /try again/i }))
    await waitFor(() => expect(document.querySelectorAll('[data-row]')).toHaveLength(1))
  })
})
