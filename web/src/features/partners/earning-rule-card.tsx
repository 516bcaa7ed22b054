import { formatPercent, formatShare } from '../../lib/format-number.ts'
import { Card, Sums } from '../../ui/card.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { minimumWithdrawal } from './check-payout.ts'
import './earning-rule-card.css'
import * as t from './messages.ts'

type EarningRuleCardProps = {
  title: string
  /** Also explains the steps of a withdrawal. */
  steps?: boolean
  /** Of the current schedule. Undefined until it is loaded. */
  schedule: { partnerPoolPercent: number; partnerWithdrawalFeePercent: number } | undefined
  sharePercentage: number
}

/** How the partner earns, by the current schedule. */
export const EarningRuleCard = ({ title, steps = false, schedule, sharePercentage }: EarningRuleCardProps) => (
  <Card title={title} span={5} aria-label={title}>
    {schedule ? (
      <Sums
        rows={[
          { name: t.poolPerPayment, value: formatPercent(schedule.partnerPoolPercent) },
          { name: t.yourShareOfPool, value: formatShare(sharePercentage) },
          {
            name: t.ratePerPayment,
            value: formatPercent(Math.round(schedule.partnerPoolPercent * sharePercentage * 100) / 10_000),
          },
          {
            name: t.withdrawals,
            value:
              schedule.partnerWithdrawalFeePercent === 0 ? t.free : formatPercent(schedule.partnerWithdrawalFeePercent),
          },
          { name: t.minimumWithdrawal, value: minimumWithdrawal },
          { name: t.processingTime, value: t.aboutTenMinutes },
        ]}
      />
    ) : (
      <SkeletonLines lines={5} />
    )}
    {steps && (
      <ol className="payout-steps stack gap-3 mt-5">
        <li className="stack small muted gap-2">{t.stepCheck}</li>
        <li className="stack small muted gap-2">{t.stepSend}</li>
        <li className="stack small muted gap-2">{t.stepConfirm}</li>
      </ol>
    )}
  </Card>
)
