import type { ReactNode } from 'react'
import { formatDate } from '../../lib/format-date.ts'
import { formatCount, formatShare } from '../../lib/format-number.ts'
import { Usd } from '../../ui/figures.tsx'
import type { PartnerDashboard } from './use-partner.ts'

/** Total Earned, Total Withdrawn and Revenue Share: the three cards beside the balance. */
export const TotalsCard = ({ partner }: { partner: PartnerDashboard['partner'] }) => (
  <section className="card c5 totals" aria-label="Totals">
    <Total label="Total Earned" note={`since ${formatDate(partner.createdAt)}`}>
      <Usd amount={partner.totalEarnedUsd} />
    </Total>
    <Total
      label="Total Withdrawn"
      note={
        partner.withdrawals === 0
          ? 'no withdrawal yet'
          : `${formatCount(partner.withdrawals)} withdrawal${partner.withdrawals === 1 ? '' : 's'}`
      }
    >
      <Usd amount={partner.totalWithdrawnUsd} />
    </Total>
    <Total label="Revenue Share" note="of the partner pool">
      {formatShare(partner.sharePercentage)}
    </Total>
  </section>
)

const Total = ({ label, note, children }: { label: string; note: string; children: ReactNode }) => (
  <div className="tile">
    <span className="stencil">{label}</span>
    <div>
      <div className="fig money">{children}</div>
      <div className="note">{note}</div>
    </div>
  </div>
)
