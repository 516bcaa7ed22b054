import type { FeeSchedule } from '@bitquay/contract/fees'
import { fromCents, toCents } from '@bitquay/contract/money'
import { formatDate } from '../../lib/format-date.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { Card, Sums } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { LoadBar } from '../../ui/load-bar.tsx'
import { formatUsd } from '../../ui/money-text.ts'
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
    <Card>
      {fees ? (
        <div className="stack gap-5">
          <Example schedule={fees.current} markupPercent={markupPercent} />
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

/** What is left of a hundred dollars. Each fee is rounded to the cent, so that the figures add up. */
const Example = ({ schedule, markupPercent }: PartProps) => {
  const fees = [
    { name: t.platformFeeOf, percent: schedule.platformFeePercent, look: 'striped' as const },
    { name: t.partnerFeeOf, percent: schedule.partnerPoolPercent, look: 'outlined' as const },
    ...(markupPercent > 0 ? [{ name: t.markupOf, percent: markupPercent, look: 'striped' as const }] : []),
  ].map((fee) => ({ ...fee, percentText: formatPercent(fee.percent), cents: toCents(ofHundredDollars(fee.percent)) }))
  const kept = fromCents(fees.reduce((left, { cents }) => left - cents, hundredDollars))
  return (
    <div className="stack gap-5">
      <Sums
        rows={[
          { name: t.paymentOf, value: <Usd amount={fromCents(hundredDollars)} /> },
          ...fees.map(({ name, percentText, cents }) => ({
            name: name({ percent: percentText }),
            value: <Usd amount={fromCents(-cents)} />,
          })),
          { name: t.youKeep, value: <Usd amount={kept} />, total: true },
        ]}
      />
      <LoadBar
        legend="none"
        parts={[
          { name: t.youKeep, figure: formatUsd(kept), weight: Number(toCents(kept)), look: 'solid' },
          ...fees.map(({ name, percentText, cents, look }) => ({
            ...{ name: name({ percent: percentText }), figure: formatUsd(fromCents(cents)), look },
            weight: Number(cents),
          })),
        ]}
      />
      <p className="small muted">{t.withdrawalsCost({ percent: formatPercent(schedule.withdrawalFeePercent) })}</p>
    </div>
  )
}

const hundredDollars = 10_000n
