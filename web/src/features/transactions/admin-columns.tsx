import type { AdminTransaction } from '@bitquay/contract/transactions.admin'
import { Zap } from 'lucide-react'
import { TimeCell } from '../../frame/list-surface/time-cell.tsx'
import { shortenMiddle } from '../../lib/shorten.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import type { DataColumn } from '../../ui/list-surface/data-table.tsx'
import type { Day } from '../../ui/list-surface/plain-date.ts'
import { adminStateOf, signOf, tagOf } from './describe-transaction.ts'
import * as t from './messages.ts'
import { TypeIcon } from './type-icon.tsx'

type Shown = { transaction: AdminTransaction }

export const createAdminColumns = (today: Day): readonly DataColumn<AdminTransaction>[] => [
  {
    name: 'icon',
    head: t.directionFilter,
    quietHead: true,
    always: true,
    cell: ({ status, ...transaction }) => (
      <TypeIcon
        transaction={{ ...transaction, status: status === 'pending' ? 'unconfirmed' : status, paymentLinkId: null }}
      />
    ),
  },
  {
    name: 'store',
    head: t.storeHead,
    always: true,
    cell: ({ merchantName, description }) => (
      <>
        <span className="l1">
          <span className="who" title={merchantName}>
            {merchantName}
          </span>
        </span>
        {description && (
          <span className="l2" title={description}>
            {description}
          </span>
        )}
      </>
    ),
  },
  { name: 'type', head: t.typeFilter, cell: (transaction) => <Type transaction={transaction} /> },
  {
    name: 'amount',
    head: t.amountHead,
    sort: 'gross',
    numeric: true,
    always: true,
    cell: (transaction) => {
      const { amount, amountUSD, type, status } = transaction
      return (
        <>
          <Usd
            amount={amountUSD === null ? null : signOf(transaction) + amountUSD}
            signed
            className={classNames(type === 'incoming' && status === 'confirmed' && 'in-amt')}
          />
          <span className="l2">
            <Btc amount={signOf(transaction) + amount} />
          </span>
        </>
      )
    },
  },
  {
    name: 'address',
    head: t.addressHead,
    cell: ({ address }) =>
      address ? <Copied text={address} label={t.addressHead} /> : <span className="quiet">{t.none}</span>,
  },
  { name: 'status', head: t.statusHead, always: true, cell: (transaction) => <Status transaction={transaction} /> },
  {
    name: 'date',
    head: t.dateHead,
    sort: 'date',
    cell: ({ timestamp }) => <TimeCell timestamp={timestamp} today={today} />,
  },
  { name: 'txid', head: t.txid, cell: ({ txid }) => <Copied text={txid} label={t.txid} /> },
]

const Type = ({ transaction }: Shown) => (
  <>
    <span className="l1">
      <span className="clip">{tagOf({ ...transaction, paymentLinkId: null })}</span>
      {transaction.paymentMethod === 'BTC-LN' && (
        <Tag icon={<Zap className="ico" aria-hidden="true" />}>
          <span className="sr-only">{t.lightning}</span>
        </Tag>
      )}
    </span>
    {transaction.reportedByMerchant && (
      <span className="l2" title={t.ownServerLong}>
        {t.ownServer}
      </span>
    )}
  </>
)

const Status = ({ transaction }: Shown) => {
  const { confirmations, paymentMethod, status } = transaction
  const { shape, word } = adminStateOf(transaction)
  return (
    <>
      <span className="l1">
        <Badge shape={shape}>{word}</Badge>
      </span>
      {paymentMethod === 'BTC' && (
        <span className="l2">
          {confirmations > 0 ? t.confirmations({ count: confirmations }) : status === 'pending' && t.notInBlock}
        </span>
      )}
    </>
  )
}

const Copied = ({ text, label }: { text: string; label: string }) => (
  <span className="l1 copied">
    <span className="mono" title={text}>
      {shortenMiddle(text, 6, 16)}
    </span>
    <CopyButton label={label} text={text} />
  </span>
)
