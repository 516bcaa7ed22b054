import { fromCents, fromUsd8, toCents, toUsd8 } from '@bitquay/contract/money'
import type { PartnerTransaction } from '@bitquay/contract/partners'
import type { PdfColumn, PdfTotal } from '../platform/http/pdf.ts'
import { formatCount, formatDay, formatTime, formatUsd } from '../platform/http/statement-text.ts'
import type { PartnerQuery, summarizePartnerTransactions } from './queries.transactions.ts'

const feeNames = { deposit: 'Payment', withdrawal: 'Withdrawal', lightning: 'Lightning payment' }

export const isByDate = ({ sort = '-date' }: PartnerQuery) => sort.endsWith('date')

export const pdfColumns = (query: PartnerQuery): readonly PdfColumn<PartnerTransaction>[] => [
  {
    title: isByDate(query) ? 'Time' : 'Date',
    of: ({ timestamp }) => {
      const at = new Date(timestamp * 1000)
      return isByDate(query) ? formatTime(at, query.tz) : `${formatDay(at, query.tz)}, ${formatTime(at, query.tz)}`
    },
    width: isByDate(query) ? 2 : 4,
  },
  { title: 'Merchant', of: ({ merchant }) => merchant, width: 5 },
  { title: 'Type', of: ({ feeType }) => feeNames[feeType], width: 4 },
  { title: 'Customer', of: ({ customerName, customerEmail }) => customerName ?? customerEmail, width: 4 },
  {
    title: 'Status',
    of: ({ status, collected }) =>
      status === 'unconfirmed' ? 'Pending' : collected ? 'Collected' : 'Not collected yet',
    width: 4,
  },
  { title: 'Payment', of: ({ amountUSD }) => formatUsd(amountUSD), width: 3.5, align: 'right' },
  { title: 'Share (BTC)', of: ({ partnerRevenueBtc }) => partnerRevenueBtc, width: 3.5, align: 'right' },
  { title: 'Share', of: ({ partnerRevenue }) => formatUsd(partnerRevenue), width: 3.5, align: 'right' },
]

type Day = { rows: number; grossCents: bigint; shareUsd8: bigint }
const nothing: Day = { rows: 0, grossCents: 0n, shareUsd8: 0n }

/** Adds up the booked payments of each day while the rows are read. */
export const groupByDay = (rows: AsyncIterable<PartnerTransaction>, tz: string | undefined) => {
  const days = new Map<string, Day>()
  const keyOf = ({ timestamp }: PartnerTransaction) => formatDay(new Date(timestamp * 1000), tz)
  const counted = async function* () {
    for await (const row of rows) {
      const day = days.get(keyOf(row)) ?? nothing
      const isBooked = row.partnerRevenue !== null
      days.set(keyOf(row), {
        rows: day.rows + 1,
        grossCents: day.grossCents + (isBooked ? toCents(row.amountUSD ?? '0') : 0n),
        shareUsd8: day.shareUsd8 + toUsd8(row.partnerRevenue ?? '0'),
      })
      yield row
    }
  }
  const headingOf = (key: string): PdfTotal => {
    const { rows: count, grossCents, shareUsd8 } = days.get(key) ?? nothing
    return {
      label: `${key} · ${count === 1 ? '1 payment' : `${formatCount(count)} payments`}`,
      values: { Payment: formatUsd(fromCents(grossCents)), Share: formatUsd(fromUsd8(shareUsd8)) },
    }
  }
  return { rows: counted(), groups: { keyOf, headingOf } }
}

type Totals = Awaited<ReturnType<typeof summarizePartnerTransactions>>

export const describeTotals = (totals: Totals): PdfTotal[] => [
  {
    label: `Payments (${formatCount(totals.payments)})`,
    values: { Payment: formatUsd(totals.grossUsd), 'Share (BTC)': totals.shareBtc, Share: formatUsd(totals.shareUsd) },
  },
  { label: 'Collected', values: { 'Share (BTC)': totals.collectedBtc, Share: formatUsd(totals.collectedUsd) } },
  {
    label: 'Not collected yet',
    values: { 'Share (BTC)': totals.uncollectedBtc, Share: formatUsd(totals.uncollectedUsd) },
  },
  ...(totals.pendingPayments > 0
    ? [
        {
          label: `Pending, no share yet (${formatCount(totals.pendingPayments)})`,
          values: { Payment: formatUsd(totals.pendingGrossUsd) },
        },
      ]
    : []),
]
