import { formatDate } from '../../lib/format-date.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { Card, Sums } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useFees } from './use-fees.ts'

type FeeCardProps = { span?: 4 | 5 | 6 | 7 | 8 | 12; markupPercent?: number | undefined }

/** What a merchant pays, from the schedule in force; with an own markup when there is one. */
export const FeeCard = ({ span = 6, markupPercent = 0 }: FeeCardProps) => {
  const { data: fees, isError } = useFees()
  return (
    <Card
      title="Fee Structure"
      {...(fees ? { note: `since ${formatDate(fees.current.effectiveFrom)}` } : {})}
      span={span}
    >
      {fees ? (
        <>
          <Sums
            rows={[
              { name: 'Platform fee', value: `${formatPercent(fees.current.platformFeePercent)} of each payment` },
              { name: 'Partners', value: `${formatPercent(fees.current.partnerPoolPercent)} of each payment` },
              ...(markupPercent > 0
                ? [{ name: 'Markup for your account', value: `${formatPercent(markupPercent)} of each payment` }]
                : []),
              { name: 'Withdrawals', value: formatPercent(fees.current.withdrawalFeePercent) },
              { name: 'Setup and monthly', value: 'none' },
              {
                name: 'Of a $100.00 payment you keep',
                value: `$${keptOfHundred(fees.current.platformFeePercent + fees.current.partnerPoolPercent + markupPercent)}`,
                total: true,
              },
            ]}
          />
          {fees.next && (
            <div className="mt-4">
              <Notice kind="wait">
                From {formatDate(fees.next.effectiveFrom)}: platform fee {formatPercent(fees.next.platformFeePercent)},
                partners {formatPercent(fees.next.partnerPoolPercent)}, withdrawals{' '}
                {formatPercent(fees.next.withdrawalFeePercent)}.
              </Notice>
            </div>
          )}
        </>
      ) : isError ? (
        <Notice kind="bad">The fee schedule could not be loaded.</Notice>
      ) : (
        <SkeletonLines lines={5} />
      )}
    </Card>
  )
}

/** Percentages have at most three decimals, so a hundred dollars is counted in tenths of a cent. */
const keptOfHundred = (percent: number): string => {
  const tenthsOfCent = 100_000n - BigInt(Math.round(percent * 1000))
  const cents = (tenthsOfCent + 5n) / 10n
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}
