import { KeyRound, MailPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '../../lib/format-date.ts'
import { formatCount, formatPercent } from '../../lib/format-number.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { PartnerState } from './partner-list.tsx'
import type { PartnerDetail } from './use-partners.ts'

type PartnerCardProps = { partner: PartnerDetail; onInvite: () => void; onResetTwoFactor: () => void }

/** Who it is, and what to do when they cannot sign in. */
export const PartnerInformation = ({ partner, onInvite, onResetTwoFactor }: PartnerCardProps) => (
  <Card
    title="Partner information"
    span={6}
    aria-label="Partner information"
    footer={
      partner.invited ? (
        <Button size="sm" icon={<MailPlus className="ico" aria-hidden="true" />} onClick={onInvite}>
          Send invitation again
        </Button>
      ) : partner.twoFactorEnabled ? (
        <Button size="sm" icon={<KeyRound className="ico" aria-hidden="true" />} onClick={onResetTwoFactor}>
          Reset 2FA
        </Button>
      ) : undefined
    }
  >
    <Sums
      rows={[
        { name: 'Email', value: <span className="break-all">{partner.email}</span> },
        { name: 'Partner ID', value: partner.id },
        { name: 'Status', value: <PartnerState partner={partner} /> },
        { name: 'Joined', value: formatDate(partner.createdAt) },
        {
          name: 'Two-factor authentication',
          value: partner.twoFactorEnabled ? (
            <Badge shape="solid">Enabled</Badge>
          ) : (
            <Badge shape="open">Not set up</Badge>
          ),
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
      title="Revenue details"
      note={partner.lastEarnedAt ? `last earned ${formatDateTime(partner.lastEarnedAt)}` : 'nothing earned yet'}
      span={6}
      aria-label="Revenue details"
    >
      <Sums
        rows={[
          {
            name: <FeeName name="Deposit fees" rate={fees.depositFeeRate} count={fees.depositCount} />,
            value: <Usd amount={fees.depositFees} />,
          },
          {
            name: <FeeName name="Withdrawal fees" rate={fees.withdrawalFeeRate} count={fees.withdrawalCount} />,
            value: <Usd amount={fees.withdrawalFees} />,
          },
          {
            name: <FeeName name="Lightning fees" rate={fees.lightningFeeRate} count={fees.lightningCount} />,
            value: <Usd amount={fees.lightningFees} />,
          },
          { name: 'Total earned', value: <Usd amount={partner.totalEarnedUsd} />, total: true },
        ]}
      />
    </Card>
  )
}

const FeeName = ({ name, rate, count }: { name: string; rate: number; count: number }): ReactNode => (
  <>
    {name}
    <span className="small quiet block">
      {formatPercent(rate)} of each now, {formatCount(count)} so far
    </span>
  </>
)
