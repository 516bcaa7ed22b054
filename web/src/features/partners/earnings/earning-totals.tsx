import type { Answer } from '@bitquay/contract/call'
import { centsOfUsd8, fromCents, toUsd8 } from '@bitquay/contract/money'
import type { summarizePartnerTransactions } from '@bitquay/contract/partners'
import { formatCount } from '../../../lib/format-number.ts'
import { Usd } from '../../../ui/figures.tsx'
import { TotalsBar } from '../../../ui/list-surface/totals-bar.tsx'
import * as t from './messages.ts'

type EarningTotalsProps = {
  summary: Answer<typeof summarizePartnerTransactions> | undefined
  /** The range in words. */
  period: string | undefined
}

/** What was earned, without what isn’t collected yet, is collected. */
export const EarningTotals = ({ summary, period }: EarningTotalsProps) => {
  const count = (figure: number | undefined) => (figure === undefined ? '—' : formatCount(figure))
  const dollars = (usd8: string) => <Usd amount={fromCents(centsOf(usd8))} />
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
        { label: t.youEarned, figure: summary ? dollars(summary.shareUsd) : '—' },
        { label: t.notCollected, sign: 'minus', figure: summary ? dollars(summary.uncollectedUsd) : '—' },
        { label: t.collected, sign: 'equals', figure: summary ? <Usd amount={collectedOf(summary)} /> : '—' },
      ]}
      apart={[{ label: t.volume, figure: <Usd amount={summary?.grossUsd} /> }]}
    />
  )
}

const centsOf = (usd8: string) => centsOfUsd8(toUsd8(usd8))

/** The difference of what is shown, so that it adds up. */
const collectedOf = ({ shareUsd, uncollectedUsd }: Answer<typeof summarizePartnerTransactions>) =>
  fromCents(centsOf(shareUsd) - centsOf(uncollectedUsd))
