import type { feeKinds } from '@bitquay/contract/revenue'
import { Card, Sums } from '../../ui/card.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Money } from './by-merchant.tsx'
import * as t from './messages.ts'
import type { Revenue } from './use-revenue.ts'

const names: Record<(typeof feeKinds)[number], string> = {
  deposit: t.onChainPayments,
  lightning: t.lightningPayments,
  withdrawal: t.withdrawals,
  other: t.other,
}

export const ByFeeType = ({ revenue }: { revenue: Revenue | undefined }) => (
  <Card title={t.byFeeType} note={revenue?.range} span={6} aria-label={t.byFeeType}>
    {revenue ? (
      <Sums
        rows={[
          ...revenue.byKind.map(({ kind, fees, revenue: money }) => ({
            name: (
              <>
                {names[kind]} <span className="small quiet">{t.feeCount({ count: fees })}</span>
              </>
            ),
            value: <Money {...money} />,
          })),
          { name: t.revenue, value: <Money {...revenue.total} />, total: true },
        ]}
      />
    ) : (
      <SkeletonLines lines={5} />
    )}
  </Card>
)
