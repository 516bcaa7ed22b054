import type { Answer } from '@bitquay/contract/call'
import type { summarizeTransactions } from '@bitquay/contract/transactions'
import { formatCount } from '../../lib/format-number.ts'
import { Usd } from '../../ui/figures.tsx'
import { TotalsBar } from '../../ui/list-surface/totals-bar.tsx'
import * as t from './messages.ts'

type Summary = Answer<typeof summarizeTransactions>

type TransactionTotalsProps = {
  summary: Summary | undefined
  /** The range in words. */
  period: string | undefined
  /** What administrators call what is deducted. They see several kinds of fees. */
  feesName?: string
}

/** Gross − fees = net of confirmed payments. What is pending and what was sent is apart. */
export const TransactionTotals = ({ summary, period, feesName = t.totalFees }: TransactionTotalsProps) => {
  const count = (figure: number | undefined) => <Count figure={figure} atLeast={summary?.exact === false} />
  const { payments, pendingPayments, sent } = summary ?? {}
  return (
    <TotalsBar
      label={t.totals}
      counts={[
        { label: t.total, figure: <Count figure={summary?.total} atLeast={false} /> },
        { label: t.filtered, figure: count(summary?.filtered) },
        { label: t.invoices, figure: count(summary?.invoices) },
        { label: t.confirmed, figure: count(summary?.confirmed) },
      ]}
      period={payments && [period, t.paymentCount({ count: payments.count })].filter(Boolean).join('\n')}
      sums={[
        { label: t.gross, figure: <Usd amount={payments?.grossUsd} /> },
        { label: feesName, sign: 'minus', figure: <Usd amount={payments?.feeUsd.replace('-', '')} /> },
        { label: t.net, sign: 'equals', figure: <Usd amount={payments?.netUsd} /> },
      ]}
      apart={[
        ...(pendingPayments && pendingPayments.count > 0
          ? [
              {
                label: t.pendingCount({ count: formatCount(pendingPayments.count) }),
                figure: <Usd amount={pendingPayments.grossUsd} />,
              },
            ]
          : []),
        ...(sent && sent.count > 0
          ? [{ label: t.sentCount({ count: formatCount(sent.count) }), figure: <Usd amount={sent.grossUsd} /> }]
          : []),
      ]}
    />
  )
}

/** The server stops counting somewhere; then there are at least as many. */
const Count = ({ figure, atLeast }: { figure: number | undefined; atLeast: boolean }) => {
  if (figure === undefined)
    return (
      <>
        <span aria-hidden="true">—</span>
        <span className="sr-only">{t.notKnown}</span>
      </>
    )
  return `${formatCount(figure)}${atLeast ? '+' : ''}`
}
