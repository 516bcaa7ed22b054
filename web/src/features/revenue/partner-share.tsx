import { Card, Sums } from '../../ui/card.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Money } from './by-merchant.tsx'
import * as t from './messages.ts'
import type { Revenue } from './use-revenue.ts'

/** The partners' share of fees: earned in the range, paid to date, owed now. */
export const PartnerShare = ({ revenue }: { revenue: Revenue | undefined }) => (
  <Card title={t.partnerShare} note={t.allPartners} span={6} aria-label={t.partnerShare}>
    {revenue ? (
      <Sums
        rows={[
          { name: t.earned({ range: revenue.range }), value: <Money {...revenue.partners.earned} /> },
          { name: t.paid, value: <Money {...revenue.partners.paid} /> },
          { name: t.owed, value: <Money {...revenue.partners.owed} />, total: true },
        ]}
      />
    ) : (
      <SkeletonLines lines={5} />
    )}
  </Card>
)
