import type { feeKinds } from '@bitquay/contract/revenue'
import { formatCount } from '../../lib/format-number.ts'
import { Card, Sums } from '../../ui/card.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Money } from './by-merchant.tsx'
import type { Revenue } from './use-revenue.ts'

const names: Record<(typeof feeKinds)[number], string> = {
  deposit: 'On-chain payments',
  lightning: 'Lightning payments',
  withdrawal: 'Withdrawals',
  other: 'Other',
}

/** What kind of fee brought it. */
export const ByKind = ({ revenue }: { revenue: Revenue | undefined }) => (
  <Card title="By fee kind" note={revenue?.range} span={6} aria-label="By fee kind">
    {revenue ? (
      <Sums
        rows={[
          ...revenue.byKind.map(({ kind, fees, revenue: money }) => ({
            name: (
              <>
                {names[kind]}{' '}
                <span className="small quiet">
                  {formatCount(fees)} {fees === 1 ? 'fee' : 'fees'}
                </span>
              </>
            ),
            value: <Money {...money} />,
          })),
          { name: 'Revenue', value: <Money {...revenue.total} />, total: true },
        ]}
      />
    ) : (
      <SkeletonLines lines={5} />
    )}
  </Card>
)
