import { toCents } from '@bitquay/contract/money'
import { FigureRow, RowFigure } from '../../ui/figure-row.tsx'
import { Usd } from '../../ui/figures.tsx'
import { ChangeOf } from '../received/index.ts'
import * as t from './messages.ts'
import type { Revenue } from './use-revenue.ts'

type Parts = Revenue['sum']

/** Platform fee + markup + withdrawal fees − forgiven = revenue. Without a fee on withdrawals that part is left out. */
export const RevenueSum = ({ sum, previousSum }: Pick<Revenue, 'sum' | 'previousSum'>) => {
  const part = (name: keyof Parts) => ({ now: sum[name], before: previousSum[name] })
  const hasWithdrawals = [sum, previousSum].some(({ withdrawalFeesUsd }) => toCents(withdrawalFeesUsd) !== 0n)
  return (
    <FigureRow columns={hasWithdrawals ? 5 : 4}>
      <Part name={t.platformFee} {...part('platformFeeUsd')} />
      <Part name={t.markup} sign="+" {...part('markupUsd')} />
      {hasWithdrawals && <Part name={t.withdrawalFees} sign="+" {...part('withdrawalFeesUsd')} />}
      <Part name={t.forgiven} sign="−" {...part('forgivenUsd')} />
      <Part name={t.revenue} sign="=" {...part('revenueUsd')} />
    </FigureRow>
  )
}

type PartProps = { name: string; sign?: '+' | '−' | '='; now: string; before: string }

/** Less revenue is no error, so a fall is ink and not red. */
const Part = ({ name, sign, now, before }: PartProps) => (
  <RowFigure name={name} sign={sign} figure={<Usd amount={now} />}>
    <ChangeOf now={toCents(now)} before={toCents(before)} isFallBad={false} />
  </RowFigure>
)
