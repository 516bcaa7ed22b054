import { formatPercent, formatShare } from '../../lib/format-number.ts'
import { Card, Sums } from '../../ui/card.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'

type EarningRuleCardProps = {
  title: string
  /** Of the schedule in force; nothing until it is known. */
  schedule: { partnerPoolPercent: number; partnerWithdrawalFeePercent: number } | undefined
  sharePercentage: number
}

/** By which rule the balance grows, printed from the one schedule. */
export const EarningRuleCard = ({ title, schedule, sharePercentage }: EarningRuleCardProps) => (
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
  </Card>
)
