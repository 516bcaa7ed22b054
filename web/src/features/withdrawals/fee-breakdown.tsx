import { messageOf } from '../../lib/api-error.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { About } from '../../ui/about.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Btc, Usd } from '../../ui/figures.tsx'
import { GroupedAddress } from '../../ui/grouped-address.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { addUpAvailable, addUpCosts } from './add-up.ts'
import './fee-breakdown.css'
import * as t from './messages.ts'
import type { Quote } from './use-withdrawals.ts'

type FeeBreakdownProps = {
  quote: Quote | undefined
  error: unknown
  /** Something else is being typed, so these figures are about to change. */
  isOld: boolean
  /** An address that passed the check. */
  address: string | undefined
  availableUsd: string | undefined
  withdrawalFeePercent: number | undefined
}

/** What is about to be sent, and what the server will charge for it. */
export const FeeBreakdown = ({ quote, error, isOld, address, availableUsd, ...fee }: FeeBreakdownProps) => (
  <Card title={t.breakdown} aria-label={t.breakdown}>
    {quote ? (
      <div className={classNames('breakdown stack gap-3', isOld && 'dim')} role="status" aria-busy={isOld || undefined}>
        <Receives quote={quote} address={address} />
        <Costs quote={quote} {...fee} />
        {quote.sufficient && availableUsd !== undefined && <Afterwards quote={quote} availableUsd={availableUsd} />}
        {quote.promo && (
          <Notice kind="ok">{t.promoSaves({ code: quote.promo.code, amount: formatUsd(quote.promo.savesUsd) })}</Notice>
        )}
        {address && <Notice kind="wait">{t.compareAddress}</Notice>}
      </div>
    ) : error ? (
      <Notice kind="bad">{messageOf(error, t.quoteFailed)}</Notice>
    ) : (
      <SkeletonLines lines={6} />
    )}
  </Card>
)

const Receives = ({ quote, address }: { quote: Quote; address: string | undefined }) => (
  <div className="receives">
    <span className="stencil">{t.receives}</span>
    <div className="money">
      <Usd amount={quote.netAmountToSend} />
    </div>
    <Btc amount={quote.netAmountBtc} />
    {address && (
      <div className="to">
        <span className="quiet">{t.sendTo}</span> <GroupedAddress address={address} />
      </div>
    )}
  </div>
)

const Costs = ({
  quote,
  withdrawalFeePercent: percent,
}: {
  quote: Quote
  withdrawalFeePercent: number | undefined
}) => (
  <Sums
    rows={[
      { name: t.amountRow, value: <Usd amount={quote.customerAmount} /> },
      {
        name: percent === undefined ? t.feeRow : t.feePercentRow({ percent: formatPercent(percent) }),
        value: <Usd amount={quote.totalFee} />,
      },
      {
        name: t.networkFeeRow({ rate: quote.feeRate.toFixed(1) }),
        value: (
          <About>
            <Usd amount={quote.networkFeeUsd} />
          </About>
        ),
      },
      {
        name: t.leaves,
        value: (
          <>
            <About>
              <Usd amount={addUpCosts(quote)} />
            </About>
            <Btc amount={quote.totalBtc} />
          </>
        ),
        total: true,
      },
    ]}
  />
)

/** Before, this withdrawal, after. */
const Afterwards = ({ quote, availableUsd }: { quote: Quote; availableUsd: string }) => {
  const leavesUsd = addUpCosts(quote)
  const { fromReserveUsd, afterUsd } = addUpAvailable(availableUsd, leavesUsd)
  return (
    <dl className="afterwards small">
      <div className="flex between muted gap-4">
        <dt>{t.availableNow}</dt>
        <dd className="ink medium">
          <Usd amount={availableUsd} />
        </dd>
      </div>
      {fromReserveUsd !== undefined && (
        <div className="flex between muted gap-4">
          <dt>{t.fromReserve}</dt>
          <dd className="ink medium">
            <Usd amount={fromReserveUsd} signed />
          </dd>
        </div>
      )}
      <div className="flex between muted gap-4">
        <dt>{t.thisWithdrawal}</dt>
        <dd className="ink medium">
          <About>
            <Usd amount={`-${leavesUsd}`} />
          </About>
        </dd>
      </div>
      <div className="result flex between gap-4 ink strong mt-1">
        <dt>{t.availableAfter}</dt>
        <dd className="ink medium">
          {afterUsd === '0.00' ? (
            <Usd amount={afterUsd} />
          ) : (
            <About>
              <Usd amount={afterUsd} />
            </About>
          )}
        </dd>
      </div>
    </dl>
  )
}
