import { formatPercent, formatShare } from '../../lib/format-number.ts'
import { Card, Sums } from '../../ui/card.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import './earning-rule-card.css'

type EarningRuleCardProps = {
  title: string
  /** Where money leaves, also what happens to it on the way. */
  steps?: boolean
  /** Of the current schedule. Undefined until it is loaded. */
  schedule: { partnerPoolPercent: number; partnerWithdrawalFeePercent: number } | undefined
  sharePercentage: number
}

/** By which rule the balance grows, printed from the one schedule. */
export const EarningRuleCard = ({ title, steps = false, schedule, sharePercentage }: EarningRuleCardProps) => (
  <Card title={title} span={5} aria-label={title}>
    {schedule ? (
      <Sums
        rows={[
          { name: 'Partner pool, of each payment', value: formatPercent(schedule.partnerPoolPercent) },
          { name: 'Your share of the pool', value: formatShare(sharePercentage) },
          {
            name: 'Your rate, of each payment',
            value: formatPercent(Math.round(schedule.partnerPoolPercent * sharePercentage * 100) / 10_000),
          },
          {
            name: 'Withdrawals',
            value:
              schedule.partnerWithdrawalFeePercent === 0
                ? 'free (0%)'
                : formatPercent(schedule.partnerWithdrawalFeePercent),
          },
          { name: 'Minimum withdrawal', value: '$1.00' },
          { name: 'Processing', value: 'about 10 minutes' },
        ]}
      />
    ) : (
      <SkeletonLines lines={5} />
    )}
    {steps && (
      <ol className="payout-steps">
        <li>We check your 2FA code, the address and your balance, and set the amount aside.</li>
        <li>
          The platform’s wallet signs one transaction. If anything interrupts it, the same one is sent again, so you are
          paid once.
        </li>
        <li>It shows as Pending until its first confirmation. Should it fail, the amount is back in your balance.</li>
      </ol>
    )}
  </Card>
)
