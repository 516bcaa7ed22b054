import { fromCents, toCents } from '@bitquay/contract/money'
import type { Transaction } from '@bitquay/contract/transactions'
import type { AdminTransaction } from '@bitquay/contract/transactions.admin'
import type { PdfColumn, PdfTotal } from '../platform/http/pdf.ts'
import { describePeriod, formatCount, formatDay, formatTime, formatUsd } from '../platform/http/statement-text.ts'
import type { presentTotals } from '../transactions/index.ts'
import { totalOf } from '../transactions/index.ts'
import type { AdminTransactionQuery } from './queries.admin.ts'
import type { TransactionQuery } from './queries.merchant.ts'

/** What a PDF statement of transactions says. */

export const purposeNames: Record<Transaction['purpose'], string> = {
  invoice: 'Payment',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  sweep: 'Fees collected',
  'loop-out': 'Loop-out',
  refund: 'Refund',
  outside: 'Sent elsewhere',
}

const statusNames = { confirmed: 'Confirmed', unconfirmed: 'Pending', pending: 'Pending', failed: 'Failed' }

type Query = TransactionQuery | AdminTransactionQuery

export const isByDate = ({ sort = '-date' }: Query) => sort.endsWith('date')

/** Below the heading of a day, a row needs only its time. */
const timeColumn = (query: Query): PdfColumn<{ timestamp: number }> => ({
  title: isByDate(query) ? 'Time' : 'Date',
  of: ({ timestamp }) => {
    const at = new Date(timestamp * 1000)
    return isByDate(query) ? formatTime(at, query.tz) : `${formatDay(at, query.tz)}, ${formatTime(at, query.tz)}`
  },
  width: isByDate(query) ? 2 : 4,
})

export const statementColumns = (query: TransactionQuery): readonly PdfColumn<Transaction>[] => [
  timeColumn(query),
  { title: 'Customer', of: ({ customerName, customerEmail }) => customerName ?? customerEmail, width: 4.5 },
  { title: 'Description', of: ({ itemDescription, label }) => itemDescription ?? label, width: 5 },
  { title: 'Type', of: ({ purpose }) => purposeNames[purpose], width: 3 },
  { title: 'Status', of: ({ status }) => statusNames[status], width: 2.5 },
  { title: 'BTC', of: ({ amount }) => amount, width: 3.2, align: 'right' },
  { title: 'Gross', of: ({ amountUSD }) => formatUsd(amountUSD), width: 3.2, align: 'right' },
  { title: 'Fee', of: ({ feeUSD }) => formatUsd(feeUSD), width: 2.6, align: 'right' },
  { title: 'Net', of: ({ netUSD }) => formatUsd(netUSD), width: 3.2, align: 'right' },
]

/** Outgoing amounts of the admins' list have no sign. */
const signed = ({ type }: AdminTransaction, amount: string | null) =>
  amount !== null && type === 'outgoing' ? `-${amount}` : amount

export const adminStatementColumns = (query: AdminTransactionQuery): readonly PdfColumn<AdminTransaction>[] => [
  timeColumn(query),
  { title: 'Store', of: ({ merchantName }) => merchantName, width: 4.5 },
  { title: 'Description', of: ({ description }) => description, width: 5 },
  { title: 'Type', of: ({ purpose }) => purposeNames[purpose], width: 3 },
  { title: 'Status', of: ({ status }) => statusNames[status], width: 2.5 },
  { title: 'BTC', of: (row) => signed(row, row.amount), width: 3.2, align: 'right' },
  { title: 'Gross', of: (row) => formatUsd(signed(row, row.amountUSD)), width: 3.2, align: 'right' },
  { title: 'Fee', of: ({ feeUSD }) => formatUsd(feeUSD), width: 2.6, align: 'right' },
  { title: 'Net', of: ({ netUSD }) => formatUsd(netUSD), width: 3.2, align: 'right' },
]

export const toDayRow = (row: AdminTransaction): DayRow => ({
  ...row,
  status: row.status === 'pending' ? 'unconfirmed' : row.status,
  amountUSD: signed(row, row.amountUSD),
})

const filterNames: Record<string, Record<string, string> | string> = {
  purpose: purposeNames,
  type: { incoming: 'Received', outgoing: 'Sent' },
  status: statusNames,
  method: { BTC: 'On-chain', 'BTC-LN': 'Lightning' },
  invoices: { true: 'With an invoice', false: 'Without an invoice' },
  search: 'Search:',
  minAmount: 'At least (BTC):',
}

/** The period, and the filters that leave something out. */
export const describeQuery = (query: Query): string[] => {
  const given = new Map(Object.entries(query))
  const filters = Object.entries(filterNames).flatMap(([name, names]) => {
    const value = given.get(name)
    if (typeof value !== 'string' || value === '') return []
    return typeof names === 'string' ? [`${names} ${value}`] : [names[value] ?? value]
  })
  return [describePeriod(query), ...(filters.length > 0 ? [filters.join(' · ')] : [])]
}

type Totals = ReturnType<typeof presentTotals>

type DayTotals = { rows: number; grossCents: bigint; feeCents: bigint; sentCents: bigint }

const nothing: DayTotals = { rows: 0, grossCents: 0n, feeCents: 0n, sentCents: 0n }

/** What the totals of a day need of a row. */
type DayRow = Pick<Transaction, 'type' | 'purpose' | 'status' | 'timestamp' | 'amountUSD' | 'feeUSD'>

/** Adds up the days of a statement while its rows are read. */
export const groupByDay = <Row>(rows: AsyncIterable<Row>, tz: string | undefined, dayRowOf: (row: Row) => DayRow) => {
  const days = new Map<string, DayTotals>()
  const keyOf = (row: Row) => formatDay(new Date(dayRowOf(row).timestamp * 1000), tz)
  const counted = async function* () {
    for await (const row of rows) {
      days.set(keyOf(row), addRow(days.get(keyOf(row)) ?? nothing, dayRowOf(row)))
      yield row
    }
  }
  const headingOf = (day: string): PdfTotal => {
    const { rows: count, grossCents, feeCents, sentCents } = days.get(day) ?? nothing
    const sent = sentCents === 0n ? [] : [`sent ${formatUsd(fromCents(sentCents))}`]
    return {
      label: [day, count === 1 ? '1 transaction' : `${formatCount(count)} transactions`, ...sent].join(' · '),
      values: {
        Gross: formatUsd(fromCents(grossCents)),
        Fee: formatUsd(fromCents(feeCents)),
        Net: formatUsd(fromCents(grossCents + feeCents)),
      },
    }
  }
  return { rows: counted(), groups: { keyOf, headingOf } }
}

const addRow = (totals: DayTotals, row: DayRow): DayTotals => {
  const grossCents = toCents(row.amountUSD ?? '0')
  const feeCents = toCents(row.feeUSD ?? '0')
  // Incoming money has a fee as soon as it is booked, and only then.
  const total = totalOf({ ...row, booked: row.feeUSD !== null })
  return {
    rows: totals.rows + 1,
    grossCents: totals.grossCents + (total === 'payments' ? grossCents : 0n),
    feeCents: totals.feeCents + (total === 'payments' ? feeCents : 0n),
    sentCents: totals.sentCents + (total === 'sent' ? grossCents : 0n),
  }
}

/** The lines below the list: payments, what is pending, what was sent. */
export const describeTotals = ({ payments, pendingPayments, sent }: Totals): PdfTotal[] => [
  { label: `Payments and deposits (${formatCount(payments.count)})`, values: amountsOf(payments) },
  ...(pendingPayments.count > 0
    ? [
        {
          label: `Pending, not booked yet (${formatCount(pendingPayments.count)})`,
          values: { BTC: pendingPayments.grossBtc, Gross: formatUsd(pendingPayments.grossUsd) },
        },
      ]
    : []),
  ...(sent.count > 0 ? [{ label: `Sent (${formatCount(sent.count)})`, values: amountsOf(sent) }] : []),
]

const amountsOf = ({ grossBtc, grossUsd, feeUsd, netUsd }: Totals['payments']) => ({
  BTC: grossBtc,
  Gross: formatUsd(grossUsd),
  Fee: formatUsd(feeUsd),
  Net: formatUsd(netUsd),
})
