import type { Answer } from '@bitquay/contract/call'
import type { listTransactionDays } from '@bitquay/contract/transactions'
import { Usd } from '../../ui/figures.tsx'
import { type Day, writeDayHeading } from '../../ui/list-surface/plain-date.ts'
import { formatUsd } from '../../ui/money-text.ts'
import * as t from './messages.ts'

type DayTotals = Answer<typeof listTransactionDays>[number]

/** The day, how many rows it has, and its totals under their columns once they are loaded. */
export const describeDay = (day: Day, today: Day, totals: DayTotals | undefined) => ({
  title: (
    <>
      {writeDayHeading(day, today)}
      {totals && <span>{t.transactionCount({ count: totals.count })}</span>}
    </>
  ),
  aside: totals && <Aside totals={totals} />,
  totals: totals && totals.payments.count > 0 ? sumsUnderColumns(totals) : {},
  ...(totals && { inWords: [...receivedOn(totals), ...besides(totals)] }),
})

/** Rows without columns show the gross amount, so this is their sum. */
const receivedOn = ({ payments: { count, grossUsd } }: DayTotals) =>
  count > 0 ? [t.receivedOnDay({ amount: formatUsd(grossUsd), count })] : []

const sumsUnderColumns = ({ payments }: DayTotals) => ({
  gross: <Usd amount={payments.grossUsd} signed />,
  fee: <Usd amount={payments.feeUsd} />,
  net: <Usd amount={payments.netUsd} signed />,
})

/** What is no part of the day's net. */
const besides = ({ pendingPayments, sent }: DayTotals) => [
  ...(pendingPayments.count > 0 ? [t.pendingOnDay({ amount: formatUsd(pendingPayments.grossUsd) })] : []),
  ...(sent.count > 0 ? [t.sentOnDay({ amount: formatUsd(sent.grossUsd) })] : []),
]

const Aside = ({ totals }: { totals: DayTotals }) => besides(totals).map((sum) => <span key={sum}>{sum}</span>)
