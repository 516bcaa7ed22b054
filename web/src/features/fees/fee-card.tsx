import type { FeeSchedule } from '@bitquay/contract/fees'
import { formatDate } from '../../lib/format-date.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { Card, Sums } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { LoadBar } from '../../ui/load-bar.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { ofHundredDollars } from './of-hundred-dollars.ts'
import { useFees } from './use-fees.ts'

type FeeCardProps = {
  markupPercent?: number | undefined
  /** One that was announced. */
  nextMarkup?: { markupFeePercent: number; effectiveFrom: string } | null | undefined
}

/** What a merchant pays by the current schedule, with the merchant's markup if there is one. */
export const FeeCard = ({ markupPercent = 0, nextMarkup }: FeeCardProps) => {
  const { data: fees, isError } = useFees()
  return (
    <Card title="Fee Structure" note="no setup and no monthly fees">
      {fees ? (
        <div className="grid gap-5">
          <div className="grid gap-x-12 gap-y-6 md:grid-cols-2">
            <Percentages schedule={fees.current} markupPercent={markupPercent} />
            <Example schedule={fees.current} markupPercent={markupPercent} />
          </div>
          {fees.next && (
            <Notice kind="wait">
              From {formatDate(fees.next.effectiveFrom)}: platform fee {formatPercent(fees.next.platformFeePercent)},
              partners {formatPercent(fees.next.partnerPoolPercent)}, withdrawals{' '}
              {formatPercent(fees.next.withdrawalFeePercent)}.
            </Notice>
          )}
          {nextMarkup && (
            <Notice kind="wait">
              From {formatDate(nextMarkup.effectiveFrom)}: markup for your account{' '}
              {formatPercent(nextMarkup.markupFeePercent)}.
            </Notice>
          )}
        </div>
      ) : isError ? (
        <Notice kind="bad">The fee schedule could not be loaded.</Notice>
      ) : (
        <SkeletonLines lines={5} />
      )}
    </Card>
  )
}

type PartProps = { schedule: FeeSchedule; markupPercent: number }

const Percentages = ({ schedule, markupPercent }: PartProps) => (
  <Sums
    rows={[
      { name: 'Platform fee, of each payment', value: formatPercent(schedule.platformFeePercent) },
      { name: 'Partners, of each payment', value: formatPercent(schedule.partnerPoolPercent) },
      ...(markupPercent > 0 ? [{ name: 'Markup for your account', value: formatPercent(markupPercent) }] : []),
      { name: 'Withdrawals', value: formatPercent(schedule.withdrawalFeePercent) },
    ]}
  />
)

const Example = ({ schedule, markupPercent }: PartProps) => {
  const platformPercent = schedule.platformFeePercent + markupPercent
  const keptPercent = 100 - platformPercent - schedule.partnerPoolPercent
  return (
    <div>
      <p className="muted">Of a $100.00 payment you keep</p>
      <div className="money mt-1 mb-4 text-3xl">
        <Usd amount={ofHundredDollars(keptPercent)} />
      </div>
      <LoadBar
        parts={[
          { name: 'Yours', figure: <Usd amount={ofHundredDollars(keptPercent)} />, weight: keptPercent, look: 'solid' },
          {
            name: 'Platform',
            figure: <Usd amount={ofHundredDollars(platformPercent)} />,
            weight: platformPercent,
            look: 'striped',
          },
          {
            name: 'Partners',
            figure: <Usd amount={ofHundredDollars(schedule.partnerPoolPercent)} />,
            weight: schedule.partnerPoolPercent,
            look: 'outlined',
          },
        ]}
      />
    </div>
  )
}
