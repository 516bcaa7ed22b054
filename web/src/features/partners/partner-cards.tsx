import { KeyRound, MailPlus } from 'lucide-react'
import { formatDate, formatDateTime } from '../../lib/format-date.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { feeKinds } from './fee-kinds.ts'
import * as t from './messages.ts'
import { PartnerState } from './partner-list.tsx'
import type { PartnerDetail } from './use-partners.ts'

type PartnerCardProps = { partner: PartnerDetail; onInvite: () => void; onResetTwoFactor: () => void }

/** Who the partner is. An admin can resend the invitation or reset 2FA. */
export const PartnerInformation = ({ partner, onInvite, onResetTwoFactor }: PartnerCardProps) => (
  <Card
    title={t.information}
    span={6}
    aria-label={t.information}
    footer={
      partner.invited ? (
        <Button size="sm" icon={<MailPlus className="ico" aria-hidden="true" />} onClick={onInvite}>
          {t.resendInvitation}
        </Button>
      ) : partner.twoFactorEnabled ? (
        <Button size="sm" icon={<KeyRound className="ico" aria-hidden="true" />} onClick={onResetTwoFactor}>
          {t.resetTwoFactor}
        </Button>
      ) : undefined
    }
  >
    <Sums
      rows={[
        { name: t.email, value: <span className="break-all">{partner.email}</span> },
        { name: t.partnerId, value: partner.id },
        { name: t.status, value: <PartnerState partner={partner} /> },
        { name: t.joined, value: formatDate(partner.createdAt) },
        {
          name: t.twoFactor,
          value: partner.twoFactorEnabled ? <Badge shape="solid">{t.on}</Badge> : <Badge shape="open">{t.off}</Badge>,
        },
      ]}
    />
  </Card>
)

/** Where the earnings come from. */
export const RevenueDetails = ({ partner }: { partner: PartnerDetail }) => {
  const { feeBreakdown: fees } = partner
  return (
    <Card
      title={t.revenueDetails}
      note={partner.lastEarnedAt ? t.lastEarned({ date: formatDateTime(partner.lastEarnedAt) }) : t.noEarnings}
      span={6}
      aria-label={t.revenueDetails}
    >
      <Sums
        rows={[
          ...feeKinds.map(({ type, name }) => ({
            name: (
              <>
                {name}
                <span className="small quiet block">
                  {t.feeRateAndCount({
                    rate: t.feeRate({ type, rate: formatPercent(fees[`${type}FeeRate`]) }),
                    count: t.feeCount({ type, count: fees[`${type}Count`] }),
                  })}
                </span>
              </>
            ),
            value: <Usd amount={fees[`${type}Fees`]} />,
          })),
          { name: t.total, value: <Usd amount={partner.totalEarnedUsd} />, total: true },
        ]}
      />
    </Card>
  )
}
