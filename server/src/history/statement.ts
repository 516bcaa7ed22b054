import { toCents } from '@bitquay/contract/money'
import {
  directionWords,
  methodWords,
  purposeWords,
  type Transaction,
  transactionStatusWords,
} from '@bitquay/contract/transactions'
import type { AdminTransaction } from '@bitquay/contract/transactions.admin'
import type { PdfColumn, PdfTotal } from '../platform/http/pdf.ts'
import { formatCount, formatUsd } from '../platform/http/statement-text.ts'
import { type presentTotals, totalOf } from '../transactions/index.ts'

/** What PDF statements of transactions say. */

export const statementColumns: readonly PdfColumn<Transaction>[] = [
  { title: 'Customer', of: ({ customerName, customerEmail }) => customerName ?? customerEmail, width: 4.5 },
  { title: 'Description', of: ({ itemDescription, label }) => itemDescription ?? label, width: 5 },
  { title: 'Till', of: ({ till, cashier }) => [till, cashier].filter(Boolean).join(', '), width: 3.5 },
  { title: 'Type', of: ({ purpose }) => purposeWords[purpose], width: 3 },
  { title: 'Status', of: ({ status }) => transactionStatusWords[status], width: 2.5 },
  { title: 'BTC', of: ({ amount }) => amount, width: 3.2, align: 'right' },
  { title: 'Gross', of: ({ amountUSD }) => formatUsd(amountUSD), width: 3.2, align: 'right' },
  { title: 'Fee', of: ({ feeUSD }) => formatUsd(feeUSD), width: 2.6, align: 'right' },
  { title: 'Net', of: ({ netUSD }) => formatUsd(netUSD), width: 3.2, align: 'right' },
]

/** Outgoing amounts of the admins' list have no sign. */
export const signed = <Amount extends string | null>({ type }: AdminTransaction, amount: Amount) =>
  amount !== null && type === 'outgoing' ? `-${amount}` : amount

export const adminStatementColumns: readonly PdfColumn<AdminTransaction>[] = [
  { title: 'Store', of: ({ merchantName }) => merchantName, width: 4.5 },
  { title: 'Description', of: ({ description }) => description, width: 5 },
  { title: 'Type', of: ({ purpose }) => purposeWords[purpose], width: 3 },
  { title: 'Status', of: ({ status }) => transactionStatusWords[status], width: 2.5 },
  { title: 'BTC', of: (row) => signed(row, row.amount), width: 3.2, align: 'right' },
  { title: 'Gross', of: (row) => formatUsd(signed(row, row.amountUSD)), width: 3.2, align: 'right' },
  { title: 'Fee', of: ({ feeUSD }) => formatUsd(feeUSD), width: 2.6, align: 'right' },
  { title: 'Net', of: ({ netUSD }) => formatUsd(netUSD), width: 3.2, align: 'right' },
]

const filterNames: Record<string, Record<string, string> | string> = {
  purpose: purposeWords,
  type: directionWords,
  status: transactionStatusWords,
  method: methodWords,
  invoices: { true: 'With an invoice', false: 'Without an invoice' },
  search: 'Search:',
  minAmount: 'At least (BTC):',
}

/** The filters that leave something out. */
export const describeFilters = (filter: object): string[] => {
  const given = new Map(Object.entries(filter))
  return Object.entries(filterNames).flatMap(([name, names]) => {
    const value: unknown = given.get(name)
    if (typeof value !== 'string' || value === '') return []
    return typeof names === 'string' ? [`${names} ${value}`] : [names[value] ?? value]
  })
}

/** What the totals of a day need of a row. */
type DayRow = Pick<Transaction, 'type' | 'purpose' | 'status' | 'amountUSD' | 'feeUSD'>

const toDayRow = (row: Transaction | AdminTransaction): DayRow =>
  'merchantName' in row
    ? {
        ...row,
        status: row.status === 'pending' ? 'unconfirmed' : row.status,
        amountUSD: signed(row, row.amountUSD),
      }
    : row

/** Of a row in a total. Incoming money has a fee as soon as it is booked, and only then. */
const centsIn = (total: ReturnType<typeof totalOf>, usdOf: (row: DayRow) => readonly (string | null)[]) => {
  return (given: Transaction | AdminTransaction) => {
    const row = toDayRow(given)
    if (totalOf({ ...row, booked: row.feeUSD !== null }) !== total) return 0n
    return usdOf(row).reduce((sum, usd) => sum + toCents(usd ?? '0'), 0n)
  }
}

/** The totals of a day: payments under their columns, and beside them what was sent. */
export const dayTotals = {
  noun: 'transaction',
  sums: {
    Gross: centsIn('payments', ({ amountUSD }) => [amountUSD]),
    Fee: centsIn('payments', ({ feeUSD }) => [feeUSD]),
    Net: centsIn('payments', ({ amountUSD, feeUSD }) => [amountUSD, feeUSD]),
  },
  asides: { sent: centsIn('sent', ({ amountUSD }) => [amountUSD]) },
}

type Totals = ReturnType<typeof presentTotals>

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
