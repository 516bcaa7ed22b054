import { Card, Sums } from '../../ui/card.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Money } from './by-merchant.tsx'
import type { Revenue } from './use-revenue.ts'

/** What of the fees is the partners': earned in the range, paid since ever, owed now. */
export const PartnerShare = ({ revenue }: { revenue: Revenue | undefined }) => (
  <Card title="Partner share" note="all partners" span={6} aria-label="Partner share">
    {revenue ? (
      <Sums
        rows={[
          { name: `Earned, ${revenue.range}`, value: <Money {...revenue.partners.earned} /> },
          { name: 'Paid since the beginning', value: <Money {...revenue.partners.paid} /> },
          { name: 'Owed now', value: <Money {...revenue.partners.owed} />, total: true },
        ]}
      />
    ) : (
      <SkeletonLines lines={5} />
    )}
  </Card>
)
