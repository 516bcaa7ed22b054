import type { ReactNode } from 'react'
import { formatDate } from '../../lib/format-date.ts'
import { formatShare } from '../../lib/format-number.ts'
import { Usd } from '../../ui/figures.tsx'
import * as t from './messages.ts'
import type { PartnerDashboard } from './use-partner.ts'

/** Total Earned, Total Withdrawn and Revenue Share: the three cards beside the balance. */
export const TotalsCard = ({ partner }: { partner: PartnerDashboard['partner'] }) => (
  <section className="card c5 totals stack" aria-label={t.totals}>
    <Total label={t.totalEarned} note={t.since({ date: formatDate(partner.createdAt) })}>
      <Usd amount={partner.totalEarnedUsd} />
    </Total>
    <Total label={t.totalWithdrawn} note={t.withdrawalCount({ count: partner.withdrawals })}>
      <Usd amount={partner.totalWithdrawnUsd} />
    </Total>
    <Total label={t.revenueShare} note={t.ofPool}>
      {formatShare(partner.sharePercentage)}
    </Total>
  </section>
)

const Total = ({ label, note, children }: { label: string; note: string; children: ReactNode }) => (
  <div className="tile middle between gap-4 column">
    <span className="stencil">{label}</span>
    <div>
      <div className="fig money text-xl mt-1">{children}</div>
      <div className="note small quiet">{note}</div>
    </div>
  </div>
)
