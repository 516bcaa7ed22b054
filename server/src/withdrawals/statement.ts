import { toCents } from '@bitquay/contract/money'
import type { Withdrawal } from '@bitquay/contract/withdrawals'
import { groupByDay, timeColumn } from '../platform/http/day-groups.ts'
import type { PdfColumn, PdfTotal } from '../platform/http/pdf.ts'
import { describePeriod, formatCount, formatUsd } from '../platform/http/statement-text.ts'
import { totalOf, wordOf } from './csv-export.ts'
import type { WithdrawalQuery } from './queries.ts'
import type { summarizeWithdrawals } from './summarize-withdrawals.ts'

/** What a PDF statement of withdrawals says. */

export const statementColumns = (query: WithdrawalQuery): readonly PdfColumn<Withdrawal>[] => [
  timeColumn(query, ({ requestedAt }) => requestedAt),
  { title: 'Address', of: ({ address }) => address, width: 7 },
  { title: 'Description', of: ({ description }) => description, width: 5 },
  { title: 'Status', of: wordOf, width: 2.5 },
  { title: 'BTC', of: ({ amountBtc }) => amountBtc, width: 3.2, align: 'right' },
  { title: 'Amount', of: ({ customerAmount }) => formatUsd(customerAmount), width: 3.2, align: 'right' },
  { title: 'Network fee', of: ({ networkFeeUsd }) => formatUsd(networkFeeUsd), width: 2.8, align: 'right' },
  { title: 'Platform fee', of: ({ totalFee }) => formatUsd(totalFee), width: 2.8, align: 'right' },
  { title: 'Total', of: (row) => formatUsd(totalOf(row)), width: 3.2, align: 'right' },
]

/** What failed or was canceled left no wallet, so no day counts it. */
const ofSent = (usdOf: (row: Withdrawal) => string | null) => (row: Withdrawal) =>
  row.status === 'failed' || row.status === 'cancelled' ? 0n : toCents(usdOf(row) ?? '0')

export const groupWithdrawals = (rows: AsyncIterable<Withdrawal>, query: WithdrawalQuery) =>
  groupByDay(rows, query, {
    atOf: ({ requestedAt }) => requestedAt,
    noun: 'withdrawal',
    sums: {
      Amount: ofSent(({ customerAmount }) => customerAmount),
      'Network fee': ofSent(({ networkFeeUsd }) => networkFeeUsd),
      'Platform fee': ofSent(({ totalFee }) => totalFee),
      Total: ofSent(totalOf),
    },
  })

export const describeQuery = ({ status, search, ...query }: WithdrawalQuery): string[] => {
  const filters = [
    ...(status === undefined ? [] : [`${status.charAt(0).toUpperCase()}${status.slice(1)}`]),
    ...(search ? [`Search: ${search}`] : []),
  ]
  return [describePeriod(query), ...(filters.length > 0 ? [filters.join(' · ')] : [])]
}

export const describeTotals = (summary: Awaited<ReturnType<typeof summarizeWithdrawals>>): PdfTotal[] => [
  {
    label: 'Pending and confirmed',
    values: {
      Amount: formatUsd(summary.amountUsd),
      'Network fee': formatUsd(summary.networkFeeUsd),
      'Platform fee': formatUsd(summary.platformFeeUsd),
      Total: formatUsd(summary.totalUsd),
    },
  },
  { label: `All ${formatCount(summary.filtered)} withdrawals are listed above`, values: {} },
]
