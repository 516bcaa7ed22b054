import type { FeeSchedule } from '@bitquay/contract/fees'
import { formatDate } from '../../lib/format-date.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { Card, Sums } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useFees } from './use-fees.ts'

/** The whole schedule, as admins see it: in force, and announced. */
export const ScheduleCard = () => {
  const { data: fees, isError } = useFees()
  if (!fees) {
    return (
      <Card title="In force" span={6}>
        {isError ? <Notice kind="bad">The fee schedule could not be loaded.</Notice> : <SkeletonLines lines={5} />}
      </Card>
    )
  }
  return (
    <>
      <Schedule title="In force" schedule={fees.current} />
      {fees.next && (
        <Schedule title="Announced" note={`from ${formatDate(fees.next.effectiveFrom)}`} schedule={fees.next} />
      )}
    </>
  )
}

const Schedule = ({ title, note = 'now', schedule }: { title: string; note?: string; schedule: FeeSchedule }) => (
  <Card title={title} note={note} span={6}>
    <Sums
      rows={[
        { name: 'Platform fee, of each payment', value: formatPercent(schedule.platformFeePercent) },
        { name: 'Partner pool, of each payment', value: formatPercent(schedule.partnerPoolPercent) },
        { name: 'Customer withdrawals', value: formatPercent(schedule.withdrawalFeePercent) },
        { name: 'Partner withdrawals', value: formatPercent(schedule.partnerWithdrawalFeePercent) },
        { name: 'Added by the invoice form', value: formatPercent(schedule.invoiceProcessingPercent) },
      ]}
    />
  </Card>
)
