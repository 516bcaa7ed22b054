import type { FeeSchedule } from '@bitquay/contract/fees'
import { formatPercent, formatShare } from '../../lib/format-number.ts'
import { Card, Sums } from '../../ui/card.tsx'
import { LoadBar } from '../../ui/load-bar.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'

type FeeModelCardProps = {
  title: string
  /** The current schedule. Undefined until it is loaded. */
  schedule: FeeSchedule | undefined
  /** It could not be read. */
  failed?: boolean
  /** How much of the pool active partners hold, and how many they are. */
  held: { shares: number; partners: number } | undefined
  span?: 6 | 12
}

/** How fees reach partners, printed from the one schedule. */
export const FeeModelCard = ({ title, schedule, failed = false, held, span = 12 }: FeeModelCardProps) => (
  <Card title={title} span={span} aria-label={title}>
    {schedule ? (
      <div className={span === 12 ? 'grid gap-x-12 gap-y-6 md:grid-cols-2' : 'grid gap-6'}>
        <Sums
          rows={[
            { name: 'Platform fee, of each payment', value: formatPercent(schedule.platformFeePercent) },
            { name: 'Partner pool, of each payment', value: formatPercent(schedule.partnerPoolPercent) },
            { name: 'Customer withdrawals', value: formatPercent(schedule.withdrawalFeePercent) },
            { name: 'Partner withdrawals', value: formatPercent(schedule.partnerWithdrawalFeePercent) },
          ]}
        />
        <div className="grid content-start gap-4">
          <p className="muted">{explain(schedule, held)}</p>
          {held && (
            <LoadBar
              parts={[
                { name: 'Partners', figure: formatShare(held.shares), weight: held.shares, look: 'solid' },
                {
                  name: 'Platform',
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
      <Notice kind="bad">The fee schedule could not be loaded.</Notice>
    ) : (
      <SkeletonLines lines={4} />
    )}
  </Card>
)

/** Equal shares are said as what each gets; others only as the sum. */
const explain = (schedule: FeeSchedule, held: FeeModelCardProps['held']): string => {
  const pool = `${formatPercent(schedule.partnerPoolPercent)} of every payment, on-chain or Lightning, goes to the partner pool and is split among active partners by their share.`
  if (!held || held.partners === 0) return `${pool} Nobody holds a share now, so all of it is the platform’s.`
  const each = Math.round((schedule.partnerPoolPercent * held.shares * 100) / held.partners) / 10_000
  return `${pool} ${held.partners === 1 ? 'One partner earns' : `${held.partners} partners earn`} ${formatPercent(each)} ${held.partners === 1 ? '' : 'each on average '}of a payment, in satoshis fixed when it is booked. What nobody holds is the platform’s.`
}
