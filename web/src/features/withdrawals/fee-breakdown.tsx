import { findCents, fromCents } from '@bitquay/contract/money'
import { messageOf } from '../../lib/api-error.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { Card, Sums } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Btc, Usd } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import './fee-breakdown.css'
import type { Quote } from './use-withdrawals.ts'

type FeeBreakdownProps = {
  quote: Quote | undefined
  error: unknown
  /** Something else is being typed: these figures are about to change. */
  isOld: boolean
  withdrawalFeePercent: number | undefined
}

/** What the server itself would take, as it says while one types. */
export const FeeBreakdown = ({ quote, error, isOld, withdrawalFeePercent }: FeeBreakdownProps) => (
  <Card title="Fee breakdown" aria-label="Fee breakdown">
    {quote ? (
      <div className={classNames('breakdown', isOld && 'dim')} role="status" aria-busy={isOld || undefined}>
        <Sums
          rows={[
            { name: 'Customer withdrawal amount', value: <Usd amount={quote.customerAmount} /> },
            {
              name:
                withdrawalFeePercent === undefined
                  ? 'Withdrawal fee'
                  : `Withdrawal fee, ${formatPercent(withdrawalFeePercent)}`,
              value: <Usd amount={quote.totalFee} />,
            },
            ...(quote.promo
              ? [
                  {
                    name: <Small name="Promo code" note="fees waived and forgiven" />,
                    value: <Usd amount={`-${quote.promo.savesUsd}`} className="saved" />,
                  },
                ]
              : []),
            {
              name: 'Customer receives',
              value: (
                <>
                  <Usd amount={quote.netAmountToSend} />
                  <Btc amount={quote.netAmountBtc} />
                </>
              ),
            },
            {
              name: <Small name={`Network fee, ${quote.feeRate.toFixed(1)} sat/vB`} note="paid to miners, on top" />,
              value: (
                <>
                  <Usd amount={quote.networkFeeUsd} />
                  <Btc amount={quote.networkFeeBtc} />
                </>
              ),
            },
            { name: 'Leaves your wallet', value: <Usd amount={quote.totalUsd} />, total: true },
          ]}
        />
        <div className="after">
          <span>Available after this</span>
          <Usd amount={quote.sufficient ? afterThis(quote) : undefined} />
        </div>
      </div>
    ) : error ? (
      <Notice kind="bad">{messageOf(error, 'The fees could not be computed. Nothing has been sent.')}</Notice>
    ) : (
      <SkeletonLines lines={6} />
    )}
  </Card>
)

const Small = ({ name, note }: { name: string; note: string }) => (
  <>
    {name}
    <span className="small quiet block">{note}</span>
  </>
)

/** The quote's own figure is what may be sent beside its fees; what is left is that less this amount. */
const afterThis = ({ availableUsd, netAmountToSend }: Quote): string | undefined => {
  const [available, sent] = [findCents(availableUsd), findCents(netAmountToSend)]
  return available === undefined || sent === undefined ? undefined : fromCents(available - sent)
}
