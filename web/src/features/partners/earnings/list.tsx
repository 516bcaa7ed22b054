import { toSats } from '@bitquay/contract/money'
import { feeTypeWords, type PartnerTransaction, partnerTransactionList, wordOfShare } from '@bitquay/contract/partners'
import { methodWords } from '@bitquay/contract/transactions'
import { ArrowDownToLine, ArrowUpFromLine, Zap } from 'lucide-react'
import { showList } from '../../../frame/list-surface/show-list.tsx'
import { TimeCell } from '../../../frame/list-surface/time-cell.tsx'
import { dateOfTimestamp, dayOf } from '../../../lib/format-date.ts'
import { formatCount } from '../../../lib/format-number.ts'
import { cutTxid } from '../../../lib/shorten.ts'
import { Badge, Tag } from '../../../ui/badge.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Btc, Usd } from '../../../ui/figures.tsx'
import { formatUsd } from '../../../ui/money-text.ts'
import '../../../ui/type-icon.css'
import './earning-list.css'
import { EarningTotals } from './earning-totals.tsx'
import 'list-layout:partners/partnerTransactionList.css'
import * as t from './messages.ts'
import { writeRate, writeShare } from './share-of.ts'

type Shown = { transaction: PartnerTransaction }

/** Payment × rate = share. */
export const shownEarnings = showList(partnerTransactionList, {
  everyMs: 30_000,
  summaryEveryMs: 30_000,
  label: t.history,
  cells: {
    icon: [t.typeHead, (row) => <TypeIcon transaction={row} />],
    merchant: [
      t.merchantHead,
      ({ merchant, feeType }) => (
        <>
          <span className="l1">
            <span className="who" title={merchant}>
              {merchant}
            </span>
          </span>
          <span className="l2">{feeTypeWords[feeType]}</span>
        </>
      ),
    ],
    movement: [t.movementHead, (row) => <Movement transaction={row} />],
    status: [t.statusHead, (row) => <Status transaction={row} />],
    date: [t.dateHead, ({ timestamp }, today) => <TimeCell timestamp={timestamp} today={today} />],
    payment: [
      t.paymentHead,
      ({ amount, amountUSD }) => (
        <>
          <Usd amount={amountUSD} />
          <span className="l2">
            <Btc amount={amount} />
          </span>
        </>
      ),
    ],
    rate: [t.rateHead, ({ rate }) => <span className="muted">{writeRate(rate)}</span>],
    share: [
      t.shareHead,
      ({ partnerRevenue, partnerRevenueBtc }) =>
        partnerRevenue === null ? (
          <Missing />
        ) : (
          <>
            <span className="usd in-amt">{writeShare(partnerRevenue)}</span>
            {partnerRevenueBtc !== null && <span className="l2">{writeSats(partnerRevenueBtc)}</span>}
          </>
        ),
    ],
  },
  keyOf: ({ key }) => key,
  nameOf: ({ merchant, amountUSD }) =>
    t.rowName({ merchant, amount: amountUSD === null ? t.notKnown : formatUsd(amountUSD) }),
  dayOf: ({ timestamp }) => dayOf(dateOfTimestamp(timestamp)),
  totals: (summary, period) => <EarningTotals summary={summary} period={period} />,
  exportName: t.paymentCount({ count: 0 }),
  count: ({ payments, pendingPayments }) => {
    const count = payments + pendingPayments
    return { count, words: t.paymentCount({ count }) }
  },
  loading: t.loading,
  empty: <EmptyState card={false} scene="berths" title={t.noneYet} sentence={t.willAppear} />,
  filteredEmpty: { title: t.noMatch, sentence: t.adjustFilters },
  failed: { title: t.failed, sentence: t.checkConnection, again: t.retry },
})

/** Merchants that are in the list, to choose one from. */
export const chipsOf = (rows: readonly PartnerTransaction[]) => {
  const names = new Map(rows.map(({ merchantId, merchant }) => [String(merchantId), merchant]))
  return {
    merchantId: {
      label: t.merchantFilter,
      options: [...names]
        .map(([value, text]) => ({ value, text }))
        .sort((one, other) => one.text.localeCompare(other.text, 'en')),
      format: (id: string) => t.merchantNumber({ id }),
    },
  }
}

const writeSats = (btc: string) => t.sats({ count: formatCount(Number(toSats(btc))) })

const Missing = () => (
  <>
    <span aria-hidden="true">—</span>
    <span className="sr-only">{t.afterConfirmation}</span>
  </>
)

const TypeIcon = ({ transaction: { type, status, feeType } }: Shown) => {
  const Icon = feeType === 'lightning' ? Zap : type === 'incoming' ? ArrowDownToLine : ArrowUpFromLine
  return (
    <span
      className={classNames('type', type === 'incoming' && 'in', status === 'unconfirmed' && 'type--wait')}
      aria-hidden="true"
    >
      <Icon />
    </span>
  )
}

const Movement = ({ transaction: { type, paymentMethod, id, reportedByMerchant } }: Shown) => (
  <>
    <span className="l1">
      {type === 'incoming' ? t.received : t.sent}{' '}
      {paymentMethod === 'BTC-LN' ? (
        <Tag icon={<Zap className="ico" aria-hidden="true" />}>
          <span className="sr-only">{methodWords['BTC-LN']}</span>
        </Tag>
      ) : (
        <Tag>{methodWords.BTC}</Tag>
      )}
    </span>
    <span className="l2" title={reportedByMerchant ? t.ownServer : undefined}>
      {reportedByMerchant ? t.ownServer : <span className="mono">{cutTxid(id)}</span>}
    </span>
  </>
)

/** Of the share: whether it can be withdrawn. */
const Status = ({ transaction }: Shown) => {
  const badge = <Badge shape={transaction.collected ? 'solid' : 'dashed'}>{wordOfShare(transaction)}</Badge>
  const isUncollected = transaction.status === 'confirmed' && !transaction.collected
  return isUncollected ? <span title={t.whyNotCollected}>{badge}</span> : badge
}
