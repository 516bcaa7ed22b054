import { methodWords, wordOfPurpose } from '@bitquay/contract/transactions'
import { type AdminTransaction, adminTransactionList } from '@bitquay/contract/transactions.admin'
import { Zap } from 'lucide-react'
import { showList } from '../../frame/list-surface/show-list.tsx'
import { TimeCell } from '../../frame/list-surface/time-cell.tsx'
import { shortenMiddle } from '../../lib/shorten.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import './admin-list.css'
import { chipsWith, surface } from './both-lists.tsx'
import { adminStateOf, signOf } from './describe-transaction.ts'
import { ExplorerLink } from './explorer-link.tsx'
import * as t from './messages.ts'
import { TransactionTotals } from './transaction-totals.tsx'
import { TypeIcon } from './type-icon.tsx'
import 'list-layout:transactions.admin/adminTransactionList.css'

type Shown = { transaction: AdminTransaction }

export const shownOfAll = showList(adminTransactionList, {
  ...surface,
  everyMs: 60_000,
  summaryEveryMs: 60_000,
  label: t.transactions,
  totals: (summary, period) => <TransactionTotals summary={summary} period={period} feesName={t.processingFees} />,
  cells: {
    icon: [
      t.directionFilter,
      ({ status, ...transaction }) => (
        <TypeIcon
          transaction={{ ...transaction, status: status === 'pending' ? 'unconfirmed' : status, paymentLinkId: null }}
        />
      ),
    ],
    store: [
      t.storeHead,
      ({ merchantName, description }) => (
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
    ],
    type: [t.typeFilter, (transaction) => <Type transaction={transaction} />],
    amount: [
      t.amountHead,
      (transaction) => {
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
    ],
    address: [
      t.addressHead,
      ({ address }) =>
        address ? (
          <Copied text={address} label={t.addressHead} of={{ address }} />
        ) : (
          <span className="quiet">{t.none}</span>
        ),
    ],
    status: [t.statusHead, (transaction) => <Status transaction={transaction} />],
    date: [t.dateHead, ({ timestamp }, today) => <TimeCell timestamp={timestamp} today={today} />],
    txid: [
      t.txid,
      ({ txid, paymentMethod }) => (
        <Copied text={txid} label={t.txid} of={paymentMethod === 'BTC' ? { txid } : undefined} />
      ),
    ],
  },
  nameOf: (row) =>
    t.rowName({
      who: row.merchantName,
      amount: row.amountUSD === null ? t.notKnown : formatUsd(signOf(row) + row.amountUSD),
    }),
  searchHint: t.adminSearchHint,
  empty: <EmptyState card={false} scene="berths" title={t.noneYet} sentence={t.allWillAppear} />,
  filteredEmpty: { title: t.noMatchAdmin, sentence: t.adjustFilters },
  failed: { title: t.unableToLoad, sentence: t.noMoneyAffected },
})

/** The same of one store, which isn't named in every row. */
export const shownOfStore: typeof shownOfAll = {
  ...shownOfAll,
  cells: {
    ...shownOfAll.cells,
    store: [
      t.itemDescription,
      ({ description }) =>
        description ? (
          <span className="l1">
            <span className="who" title={description}>
              {description}
            </span>
          </span>
        ) : (
          <span className="quiet">{t.none}</span>
        ),
    ],
  },
}

const { views: _views, totals: _totals, ...plain } = shownOfStore

/** One purpose of one store: totals of payments and views by purpose would say nothing. */
export const shownOfPurpose: typeof plain = plain

/** A store that was named by its number alone is still shown, so that it can be removed. */
export const chipsOf = (stores: readonly { merchantId: number; storeName: string }[]) => ({
  merchantId: {
    label: t.storeFilter,
    options: stores.map(({ merchantId, storeName }) => ({ value: String(merchantId), text: storeName })),
    format: (id: string) => t.storeNumber({ id }),
  },
  ...chipsWith('pending'),
})

const Type = ({ transaction }: Shown) => (
  <>
    <span className="l1">
      <span className="clip">{wordOfPurpose(transaction)}</span>
      {transaction.paymentMethod === 'BTC-LN' && (
        <Tag icon={<Zap className="ico" aria-hidden="true" />}>
          <span className="sr-only">{methodWords['BTC-LN']}</span>
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

type CopiedProps = { text: string; label: string /** What an explorer knows. */; of: Looked | undefined }
type Looked = { txid: string } | { address: string }

const Copied = ({ text, label, of }: CopiedProps) => {
  const shown = (
    <span className="mono" title={text}>
      {shortenMiddle(text, 6, 16)}
    </span>
  )
  return (
    <span className="l1 copied">
      {of ? <ExplorerLink {...of}>{shown}</ExplorerLink> : shown}
      <CopyButton label={label} text={text} />
    </span>
  )
}
