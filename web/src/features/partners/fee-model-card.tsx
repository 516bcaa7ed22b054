import type { FeeSchedule } from '@bitquay/contract/fees'
import { formatPercent, formatShare } from '../../lib/format-number.ts'
import { Card, Sums } from '../../ui/card.tsx'
import { LoadBar } from '../../ui/load-bar.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import * as t from './messages.ts'

type FeeModelCardProps = {
  title: string
  /** The current schedule. Undefined until it is loaded. */
  schedule: FeeSchedule | undefined
  /** It couldn't be loaded. */
  failed?: boolean
  /** How much of the pool active partners hold, and how many they are. */
  held: { shares: number; partners: number } | undefined
  span?: 6 | 12
}

/** How fees reach partners, by the current schedule. */
export const FeeModelCard = ({ title, schedule, failed = false, held, span = 12 }: FeeModelCardProps) => (
  <Card title={title} span={span} aria-label={title}>
    {schedule ? (
      <div className={span === 12 ? 'stack gap-x-12 gap-y-6 halves' : 'stack gap-6'}>
        <Sums
          rows={[
            { name: t.platformPerPayment, value: formatPercent(schedule.platformFeePercent) },
            { name: t.poolPerPayment, value: formatPercent(schedule.partnerPoolPercent) },
            { name: t.customerWithdrawals, value: formatPercent(schedule.withdrawalFeePercent) },
            { name: t.partnerWithdrawals, value: formatPercent(schedule.partnerWithdrawalFeePercent) },
          ]}
        />
        <div className="stack from-top gap-4">
          <p className="muted">{explain(schedule, held)}</p>
          {held && (
            <LoadBar
              parts={[
                { name: t.partnersName, figure: formatShare(held.shares), weight: held.shares, look: 'solid' },
                {
                  name: t.platform,
                  figure: formatShare(Math.max(0, 100 - held.shares)),
                  weight: Math.max(0, 100 - held.shares),
                  look: 'dashed',
                },
              ]}
            />
          )}
        </div>
      </div>
    ) : failed ? (
      <Notice kind="bad">{t.feesNotLoaded}</Notice>
    ) : (
      <SkeletonLines lines={4} />
    )}
  </Card>
)

const explain = (schedule: FeeSchedule, held: FeeModelCardProps['held']): string => {
  const pool = formatPercent(schedule.partnerPoolPercent)
  if (!held || held.partners === 0) return t.unallocatedPool({ pool })
  const each = Math.round((schedule.partnerPoolPercent * held.shares * 100) / held.partners) / 10_000
  return t.sharedPool({ pool, partners: held.partners, each: formatPercent(each) })
}
