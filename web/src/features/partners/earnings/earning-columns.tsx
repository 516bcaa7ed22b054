import { toSats } from '@bitquay/contract/money'
import type { FeeType, PartnerTransaction } from '@bitquay/contract/partners'
import { ArrowDownToLine, ArrowUpFromLine, Zap } from 'lucide-react'
import { TimeCell } from '../../../frame/list-surface/time-cell.tsx'
import { formatCount } from '../../../lib/format-number.ts'
import { cutTxid } from '../../../lib/shorten.ts'
import { Badge, Tag } from '../../../ui/badge.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Btc, Usd } from '../../../ui/figures.tsx'
import type { DataColumn } from '../../../ui/list-surface/data-table.tsx'
import type { Day } from '../../../ui/list-surface/plain-date.ts'
import '../../../ui/type-icon.css'
import * as t from './messages.ts'
import { writeRate, writeShare } from './share-of.ts'

type Shown = { transaction: PartnerTransaction }

const feeNames: Record<FeeType, string> = {
  deposit: t.depositFee,
  withdrawal: t.withdrawalFee,
  lightning: t.lightningFee,
}

/** Payment × rate = share. */
export const createEarningColumns = (today: Day): readonly DataColumn<PartnerTransaction>[] => [
  { name: 'icon', head: t.typeHead, quietHead: true, always: true, cell: (row) => <TypeIcon transaction={row} /> },
  {
    name: 'merchant',
    head: t.merchantHead,
    always: true,
    cell: ({ merchant, feeType }) => (
      <>
        <span className="l1">
          <span className="who" title={merchant}>
            {merchant}
          </span>
        </span>
        <span className="l2">{feeNames[feeType]}</span>
      </>
    ),
  },
  { name: 'movement', head: t.movementHead, cell: (row) => <Movement transaction={row} /> },
  { name: 'status', head: t.statusHead, always: true, cell: (row) => <Status transaction={row} /> },
  {
    name: 'date',
    head: t.dateHead,
    sort: 'date',
    cell: ({ timestamp }) => <TimeCell timestamp={timestamp} today={today} />,
  },
  {
    name: 'payment',
    head: t.paymentHead,
    sort: 'gross',
    numeric: true,
    cell: ({ amount, amountUSD }) => (
      <>
        <Usd amount={amountUSD} />
        <span className="l2">
          <Btc amount={amount} />
        </span>
      </>
    ),
  },
  {
    name: 'rate',
    head: t.rateHead,
    numeric: true,
    cell: ({ partnerRevenue, amountUSD }) => (
      <span className="muted">{writeRate(partnerRevenue, amountUSD) ?? <Missing />}</span>
    ),
  },
  {
    name: 'share',
    head: t.shareHead,
    sort: 'share',
    numeric: true,
    always: true,
    cell: ({ partnerRevenue, partnerRevenueBtc }) =>
      partnerRevenue === null ? (
        <Missing />
      ) : (
        <>
          <span className="usd in-amt">{writeShare(partnerRevenue)}</span>
          {partnerRevenueBtc !== null && <span className="l2">{writeSats(partnerRevenueBtc)}</span>}
        </>
      ),
  },
]

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
          <span className="sr-only">{t.lightning}</span>
        </Tag>
      ) : (
        <Tag>{t.onChain}</Tag>
      )}
    </span>
    <span className="l2" title={reportedByMerchant ? t.ownServer : undefined}>
      {reportedByMerchant ? t.ownServer : <span className="mono">{cutTxid(id)}</span>}
    </span>
  </>
)

const Status = ({ transaction: { status, collected } }: Shown) => (
  <>
    <span className="l1">
      <Badge shape={status === 'confirmed' ? 'solid' : 'dashed'}>
        {status === 'confirmed' ? t.confirmed : t.pending}
      </Badge>
    </span>
    {status === 'confirmed' && !collected && (
      <span className="l2" title={t.whyNotCollected}>
        {t.notCollected}
      </span>
    )}
  </>
)
