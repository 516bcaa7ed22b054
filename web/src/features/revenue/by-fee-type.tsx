import { type feeKinds, feeKindWords } from '@bitquay/contract/revenue'
import { Card, Sums } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import * as t from './messages.ts'
import type { Revenue } from './use-revenue.ts'

type Kind = (typeof feeKinds)[number]

const order: Kind[] = ['deposit', 'lightning', 'withdrawal', 'other', 'forgiven']

/** Fees by what they were charged on, up to the revenue. */
export const ByFeeType = ({ revenue }: { revenue: Revenue }) => (
  <Card title={t.byFeeType} aria-label={t.byFeeType}>
    <Sums
      rows={[
        ...[...revenue.byKind]
          .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
          .map(({ kind, fees, revenue: money }) => ({
            name: (
              <>
                {feeKindWords[kind]} {fees > 0 && <span className="small quiet">{t.feeCount({ count: fees })}</span>}
              </>
            ),
            value: <Usd amount={money.usd} />,
          })),
        { name: t.revenue, value: <Usd amount={revenue.total.usd} />, total: true },
      ]}
    />
  </Card>
)
