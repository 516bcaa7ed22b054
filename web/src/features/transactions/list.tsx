import { methodWords, type Transaction, transactionList, wordOfPurpose } from '@bitquay/contract/transactions'
import { LifeBuoy, Plus, Zap } from 'lucide-react'
import { showList } from '../../frame/list-surface/show-list.tsx'
import { TimeCell } from '../../frame/list-surface/time-cell.tsx'
import { portalPaths } from '../../frame/portal-screens.ts'
import { paths } from '../../frame/screens.ts'
import { fillMessage } from '../../lib/fill-message.ts'
import { dateOfTimestamp, dayOf, formatDateTime, formatTime } from '../../lib/format-date.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { type Day, writeShortDay } from '../../ui/list-surface/plain-date.ts'
import { formatUsd } from '../../ui/money-text.ts'
import { awaitsDetails } from './awaits-details.ts'
import { chipsWith, surface } from './both-lists.tsx'
import { CutAddress } from './cut-address.tsx'
import { counterpartyOf, directionOf, stateOf, whatOf, whoOf } from './describe-transaction.ts'
import * as t from './messages.ts'
import './transaction-list.css'
import { TypeIcon } from './type-icon.tsx'
import 'list-layout:transactions/transactionList.css'

type Shown = { transaction: Transaction }

const pageLength = 50

export const shownTransactions = showList(transactionList, {
  ...surface,
  pageLength,
  // Soon while details of the newest are being looked up.
  everyMs: (rows) => (awaitsDetails(rows.slice(0, pageLength), Date.now()) ? 3_000 : 30_000),
  summaryEveryMs: 30_000,
  label: t.history,
  cells: {
    icon: [t.directionFilter, (transaction) => <TypeIcon transaction={transaction} />],
    customer: [t.customerHead, (transaction) => <Who transaction={transaction} />],
    movement: [t.movementHead, (transaction) => <Movement transaction={transaction} />],
    status: [t.statusHead, (transaction, today) => <Status transaction={transaction} today={today} />],
    date: [t.dateHead, ({ timestamp }, today) => <TimeCell timestamp={timestamp} today={today} />],
    gross: [
      t.grossHead,
      ({ amount, amountUSD, type, status }) => (
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
    ],
    fee: [
      t.feeHead,
      ({ feeUSD, feeAmount, feePercent, type }) => (
        <span className="soft">
          <Usd amount={feeUSD} />
          {feeUSD !== null && <span className="l2">{feeNote({ feeAmount, feePercent, type })}</span>}
        </span>
      ),
    ],
    net: [
      t.netHead,
      ({ netUSD, feeUSD }) => (
        <>
          <Usd amount={netUSD} signed />
          {feeUSD !== null && <span className="l2 fee-in-net">{t.feeNote({ fee: formatUsd(feeUSD) })}</span>}
        </>
      ),
    ],
  },
  keyOf: ({ key }) => key,
  nameOf: (row) =>
    t.rowName({
      who: whoOf(row) ?? t.noCustomer,
      amount: row.amountUSD === null ? t.notKnown : formatUsd(row.amountUSD),
    }),
  chips: {
    ...chipsWith('unconfirmed'),
    minAmount: { label: t.minimumChip, format: (amount) => t.btc({ amount }) },
  },
  searchHint: t.searchHint,
  empty: (
    <EmptyState
      card={false}
      scene="berths"
      title={t.noneFound}
      sentence={t.willAppear}
      actions={
        <ButtonLink
          variant="signal"
          to={portalPaths.merchant.invoices}
          icon={<Plus className="ico" aria-hidden="true" />}
        >
          {t.createInvoice}
        </ButtonLink>
      }
    />
  ),
  filteredEmpty: { title: t.noMatch, sentence: t.adjustFilters },
  failed: {
    title: t.unableToLoad,
    sentence: t.moneySafe,
    help: (
      <ButtonLink to={paths.contact} icon={<LifeBuoy className="ico" aria-hidden="true" />}>
        {t.supportChat}
      </ButtonLink>
    ),
  },
})

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
      <span className="nowrap">{directionOf(transaction)}</span> <Tag>{wordOfPurpose(transaction)}</Tag>
      {transaction.paymentMethod === 'BTC-LN' && (
        <Tag icon={<Zap className="ico" aria-hidden="true" />}>
          <span className="sr-only">{methodWords['BTC-LN']}</span>
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
            <span className="only-block medium" aria-hidden="true">
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
