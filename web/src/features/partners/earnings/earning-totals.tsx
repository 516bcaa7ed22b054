import type { Answer } from '@bitquay/contract/call'
import { centsOfUsd8, fromCents, toUsd8 } from '@bitquay/contract/money'
import type { summarizePartnerTransactions } from '@bitquay/contract/partners'
import { formatCount } from '../../../lib/format-number.ts'
import { Usd } from '../../../ui/figures.tsx'
import { TotalsBar } from '../../../ui/list-surface/totals-bar.tsx'
import * as t from './messages.ts'
import { writeRate } from './share-of.ts'

type EarningTotalsProps = {
  summary: Answer<typeof summarizePartnerTransactions> | undefined
  /** The range in words. */
  period: string | undefined
}

/** Volume × rate = what was earned. What isn't collected yet is a part of it. */
export const EarningTotals = ({ summary, period }: EarningTotalsProps) => {
  const count = (figure: number | undefined) => (figure === undefined ? '—' : formatCount(figure))
  const dollars = (usd8: string) => <Usd amount={fromCents(centsOfUsd8(toUsd8(usd8)))} />
  const uncollected = summary && toUsd8(summary.uncollectedUsd) !== 0n
  return (
    <TotalsBar
      label={t.totals}
      counts={[
        { label: t.payments, figure: count(summary && summary.payments + summary.pendingPayments) },
        { label: t.confirmed, figure: count(summary?.payments) },
        { label: t.pending, figure: count(summary?.pendingPayments) },
      ]}
      period={period}
      sums={[
        { label: t.volume, figure: <Usd amount={summary?.grossUsd} /> },
        {
          label: t.yourRate,
          sign: 'times',
          figure: (summary && writeRate(summary.shareUsd, summary.grossUsd)) ?? '—',
        },
        { label: t.youEarned, sign: 'equals', figure: summary ? dollars(summary.shareUsd) : '—' },
      ]}
      apart={uncollected ? [{ label: t.notCollected, figure: dollars(summary.uncollectedUsd) }] : []}
    />
  )
}
