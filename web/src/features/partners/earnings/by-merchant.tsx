import type { Answer } from '@bitquay/contract/call'
import type { getEarningsByMerchant } from '@bitquay/contract/partners'
import { Card } from '../../../ui/card.tsx'
import { Usd } from '../../../ui/figures.tsx'
import { Table } from '../../../ui/table.tsx'
import * as t from './messages.ts'
import { writeRate } from './share-of.ts'

type Earnings = Answer<typeof getEarningsByMerchant>
type Line = Earnings['total'] & { key: string; name: string; rate: string; isTotal?: boolean }

/** Ends in the same totals as the figures above it. */
export const ByMerchant = ({ earnings: { merchants, others, total } }: { earnings: Earnings }) => {
  const lines: Line[] = [
    ...merchants.map(({ merchantId, merchant, lowestRate, highestRate, ...sums }) => ({
      ...sums,
      key: String(merchantId),
      name: merchant,
      rate:
        lowestRate === highestRate
          ? writeRate(lowestRate)
          : t.rateRange({ lowest: writeRate(lowestRate), highest: writeRate(highestRate) }),
    })),
    ...(others.merchants > 0
      ? [{ ...others, key: 'others', name: t.otherMerchants({ count: others.merchants }), rate: '' }]
      : []),
    { ...total, key: 'total', name: t.total, rate: '', isTotal: true },
  ]
  const figure = (field: 'grossUsd' | 'earnedUsd' | 'uncollectedUsd' | 'collectedUsd') => (line: Line) => (
    <span className={line.isTotal ? 'strong' : undefined}>
      <Usd amount={line[field]} />
    </span>
  )
  return (
    <Card bare title={t.byMerchant} note={t.byMerchantNote} aria-label={t.byMerchant}>
      <Table
        caption={t.byMerchant}
        phone="blocks"
        rows={lines}
        keyOf={({ key }) => key}
        columns={[
          { head: t.merchantHead, cell: nameOf },
          { head: t.volume, numeric: true, cell: figure('grossUsd') },
          { head: t.contractRate, numeric: true, cell: ({ rate }) => rate },
          { head: t.earned, numeric: true, cell: figure('earnedUsd') },
          { head: t.notCollected, numeric: true, cell: figure('uncollectedUsd') },
          { head: t.collected, numeric: true, cell: figure('collectedUsd') },
        ]}
      />
    </Card>
  )
}

const nameOf = ({ name, isTotal }: Line) => <span className={isTotal ? 'strong' : undefined}>{name}</span>
