import type { Transaction } from '@bitquay/contract/transactions'
import { Zap } from 'lucide-react'
import { TimeCell } from '../../frame/list-surface/time-cell.tsx'
import { fillMessage } from '../../lib/fill-message.ts'
import { dateOfTimestamp, dayOf, formatDateTime, formatTime } from '../../lib/format-date.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Btc, Usd } from '../../ui/figures.tsx'
import type { DataColumn } from '../../ui/list-surface/data-table.tsx'
import { type Day, writeShortDay } from '../../ui/list-surface/plain-date.ts'
import { formatUsd } from '../../ui/money-text.ts'
import { CutAddress } from './cut-address.tsx'
import { counterpartyOf, directionOf, stateOf, tagOf, whatOf, whoOf } from './describe-transaction.ts'
import * as t from './messages.ts'
import { TypeIcon } from './type-icon.tsx'

type Shown = { transaction: Transaction }

export const createTransactionColumns = (today: Day): readonly DataColumn<Transaction>[] => [
  {
    name: 'icon',
    head: t.typeFilter,
    quietHead: true,
    always: true,
    cell: (transaction) => <TypeIcon transaction={transaction} />,
  },
  { name: 'customer', head: t.customerHead, always: true, cell: (transaction) => <Who transaction={transaction} /> },
  { name: 'movement', head: t.movementHead, cell: (transaction) => <Movement transaction={transaction} /> },
  {
    name: 'status',
    head: t.statusHead,
    always: true,
    cell: (transaction) => <Status transaction={transaction} today={today} />,
  },
  {
    name: 'date',
    head: t.dateHead,
    sort: 'date',
    cell: ({ timestamp }) => <TimeCell timestamp={timestamp} today={today} />,
  },
  {
    name: 'gross',
    head: t.grossHead,
    sort: 'gross',
    numeric: true,
    always: true,
    cell: ({ amount, amountUSD, type, status }) => (
      <>
        <Usd
          amount={amountUSD}
          signed
          className={classNames(type === 'incoming' && status === 'confirmed' && 'in-amt')}
        />
        <span className="l2">
          <Btc amount={amount} />
        </span>
      </>
    ),
  },
  {
    name: 'fee',
    head: t.feeHead,
    numeric: true,
    cell: ({ feeUSD, feeAmount, feePercent, type }) => (
      <span className="soft">
        <Usd amount={feeUSD} />
        {feeUSD !== null && <span className="l2">{feeNote({ feeAmount, feePercent, type })}</span>}
      </span>
    ),
  },
  {
    name: 'net',
    head: t.netHead,
    sort: 'net',
    numeric: true,
    cell: ({ netUSD, feeUSD }) => (
      <>
        <Usd amount={netUSD} signed />
        {feeUSD !== null && <span className="l2 fee-in-net">{t.feeNote({ fee: formatUsd(feeUSD) })}</span>}
      </>
    ),
  },
]

/** What the fee is: a part of a payment, or the network's. Some amounts already include the network's. */
const feeNote = ({ feeAmount, feePercent, type }: Pick<Transaction, 'feeAmount' | 'feePercent' | 'type'>) => {
  if (feePercent !== null) return formatPercent(feePercent)
  if (type === 'incoming') return null
  return /[1-9]/.test(feeAmount ?? '') ? t.networkFeeNote : t.feeIncluded
}

const Who = ({ transaction }: Shown) => {
  const who = whoOf(transaction)
  const what = whatOf(transaction)
  return (
    <>
      <span className="l1">
        <span className={classNames('who', who === null && 'none')} title={who ?? undefined}>
          {who ?? t.noCustomer}
        </span>
      </span>
      {what && (
        <span className="l2" title={what}>
          {what}
        </span>
      )}
    </>
  )
}

const Movement = ({ transaction }: Shown) => (
  <>
    <span className="l1">
      <span className="nowrap">{directionOf(transaction)}</span> <Tag>{tagOf(transaction)}</Tag>
      {transaction.paymentMethod === 'BTC-LN' && (
        <Tag icon={<Zap className="ico" aria-hidden="true" />}>
          <span className="sr-only">{t.lightning}</span>
        </Tag>
      )}
      {transaction.disputed && <Badge shape="dashed">{t.disputed}</Badge>}
    </span>
    <span className="l2">
      <Counterparty transaction={transaction} />
    </span>
  </>
)

const Counterparty = ({ transaction }: Shown) => {
  if (transaction.paymentMethod === 'BTC-LN') return t.overLightning
  const counterparty = counterpartyOf(transaction)
  if (!counterparty) return null
  const address = <CutAddress address={counterparty} />
  return fillMessage(transaction.type === 'incoming' ? t.from : t.sentTo, { address })
}

const Status = ({ transaction, today }: Shown & { today: Day }) => {
  const { status, confirmations, paymentMethod, timestamp } = transaction
  const { shape, word } = stateOf(transaction)
  const counted = paymentMethod === 'BTC' && status !== 'failed' && confirmations > 0
  const at = dateOfTimestamp(timestamp)
  return (
    <>
      <span className="l1">
        <Badge shape={shape}>
          <span>{word}</span>
          {counted && (
            <span className="only-block" aria-hidden="true">
              · {confirmations}
            </span>
          )}
        </Badge>
      </span>
      <span className="l2">
        <span className="depth">
          {counted ? t.confirmations({ count: confirmations }) : status === 'unconfirmed' && t.notInBlock}
        </span>
        <span className="only-mid" title={formatDateTime(at)}>
          {writeShortDay(dayOf(at), today)}, {formatTime(at)}
        </span>
      </span>
    </>
  )
}
