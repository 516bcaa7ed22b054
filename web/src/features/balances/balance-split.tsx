import type { getBalance } from '@bitquay/contract/balances'
import type { Answer } from '@bitquay/contract/call'
import { Usd } from '../../ui/figures.tsx'
import { LoadBar, type LoadPart } from '../../ui/load-bar.tsx'
import { splitBalance } from './balance-parts.ts'
import * as t from './messages.ts'

type Balance = Answer<typeof getBalance>

/** What the balance consists of, as a bar and in rows that add up to it. */
export const BalanceSplit = ({ balance }: { balance: Balance }) => <LoadBar parts={partsOf(balance)} legend="rows" />

const partsOf = (balance: Balance): LoadPart[] => {
  const { available, reserved, fees } = splitBalance(balance)
  return [
    { name: t.available, figure: <Usd amount={available.usd} />, weight: available.weight, look: 'solid' },
    ...(reserved.weight > 0
      ? [
          {
            name: t.reserved,
            figure: <Usd amount={reserved.usd} />,
            weight: reserved.weight,
            look: 'dashed' as const,
          },
        ]
      : []),
    { name: t.feesOwed, figure: <Usd amount={fees.usd} />, weight: fees.weight, look: 'striped' },
  ]
}
