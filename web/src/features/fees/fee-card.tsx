import type { FeeSchedule } from '@bitquay/contract/fees'
import { formatDate } from '../../lib/format-date.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { Card, Sums } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { LoadBar } from '../../ui/load-bar.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import * as t from './messages.ts'
import { ofHundredDollars } from './of-hundred-dollars.ts'
import { useFees } from './use-fees.ts'

type FeeCardProps = {
  markupPercent?: number | undefined
  /** A scheduled increase. */
  nextMarkup?: { markupFeePercent: number; effectiveFrom: string } | null | undefined
}

/** What a merchant pays by the current schedule, with the merchant's markup if there is one. */
export const FeeCard = ({ markupPercent = 0, nextMarkup }: FeeCardProps) => {
  const { data: fees, isError } = useFees()
  return (
    <Card title={t.cardTitle} note={t.cardNote}>
      {fees ? (
        <div className="stack gap-5">
          <div className="stack gap-x-12 gap-y-6 halves">
            <Percentages schedule={fees.current} markupPercent={markupPercent} />
            <Example schedule={fees.current} markupPercent={markupPercent} />
          </div>
          {fees.next && (
            <Notice kind="wait">
              {t.nextFees({
                date: formatDate(fees.next.effectiveFrom),
                platform: formatPercent(fees.next.platformFeePercent),
                partners: formatPercent(fees.next.partnerPoolPercent),
                withdrawals: formatPercent(fees.next.withdrawalFeePercent),
              })}
            </Notice>
          )}
          {nextMarkup && (
            <Notice kind="wait">
              {t.nextMarkup({
                date: formatDate(nextMarkup.effectiveFrom),
                markup: formatPercent(nextMarkup.markupFeePercent),
              })}
            </Notice>
          )}
        </div>
      ) : isError ? (
        <Notice kind="bad">{t.cardNotLoaded}</Notice>
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
      { name: t.platformPerPayment, value: formatPercent(schedule.platformFeePercent) },
      { name: t.partnersPerPayment, value: formatPercent(schedule.partnerPoolPercent) },
      ...(markupPercent > 0 ? [{ name: t.markup, value: formatPercent(markupPercent) }] : []),
      { name: t.withdrawals, value: formatPercent(schedule.withdrawalFeePercent) },
    ]}
  />
)

const Example = ({ schedule, markupPercent }: PartProps) => {
  const platformPercent = schedule.platformFeePercent + markupPercent
  const keptPercent = 100 - platformPercent - schedule.partnerPoolPercent
  return (
    <div>
      <p className="muted">{t.keptOfHundred}</p>
      <div className="money mt-1 mb-4 text-3xl">
        <Usd amount={ofHundredDollars(keptPercent)} />
      </div>
      <LoadBar
        parts={[
          { name: t.yours, figure: <Usd amount={ofHundredDollars(keptPercent)} />, weight: keptPercent, look: 'solid' },
          {
            name: t.platform,
            figure: <Usd amount={ofHundredDollars(platformPercent)} />,
            weight: platformPercent,
            look: 'striped',
          },
          {
            name: t.partners,
            figure: <Usd amount={ofHundredDollars(schedule.partnerPoolPercent)} />,
            weight: schedule.partnerPoolPercent,
            look: 'outlined',
          },
        ]}
      />
    </div>
  )
}
