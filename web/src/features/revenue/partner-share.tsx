import { Card, Sums } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import * as t from './messages.ts'
import type { Revenue } from './use-revenue.ts'

/** The partners' share of the fees, which is no part of revenue. */
export const PartnerShare = ({ revenue: { partners } }: { revenue: Revenue }) => (
  <Card
    title={t.partnerShare}
    aria-label={t.partnerShare}
    footer={<span className="small muted">{t.notRevenue({ owed: formatUsd(partners.owed.usd) })}</span>}
  >
    <Sums
      rows={[
        { name: t.earned, value: <Usd amount={partners.earned.usd} /> },
        { name: t.paid, value: <Usd amount={partners.paid.usd} /> },
      ]}
    />
  </Card>
)
