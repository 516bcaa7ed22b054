import { type AdminLoopOutRequest, loopOutList, loopOutStatuses, loopOutStatusWords } from '@bitquay/contract/loop-out'
import { showList } from '../../frame/list-surface/show-list.tsx'
import { fillMessage } from '../../lib/fill-message.ts'
import { formatActivity, formatDateTime } from '../../lib/format-date.ts'
import { shortenMiddle } from '../../lib/shorten.ts'
import { Tag } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { ExplorerLink } from '../transactions/index.ts'
import 'list-layout:loop-out/loopOutList.css'
import { loopOutMinimumUsd } from './loop-out-rule.ts'
import * as t from './messages.ts'
import { progressOf, State } from './state.tsx'

/** The requests of all merchants. */
export const shownRequests = showList(loopOutList, {
  pageLength: 25,
  everyMs: 5_000,
  summaryEveryMs: 5_000,
  label: t.allRequests,
  cells: {
    merchant: [t.merchant, (request) => <Merchant request={request} />],
    amount: [
      t.amount,
      ({ lightningBalanceUsd, lightningBalanceBtc }) => (
        <>
          <Usd amount={lightningBalanceUsd} />
          <span className="l2">
            <Btc amount={lightningBalanceBtc} />
          </span>
        </>
      ),
    ],
    status: [t.status, ({ status }) => <State status={status} />],
    address: [
      t.to,
      ({ onChainAddress }) => (
        <ExplorerLink address={onChainAddress}>
          <span className="mono clip" title={onChainAddress}>
            {shortenMiddle(onChainAddress, 6, 16)}
          </span>
        </ExplorerLink>
      ),
    ],
    transaction: [
      t.transactionId,
      ({ txid }) =>
        txid ? (
          <ExplorerLink txid={txid}>
            <span className="mono clip" title={txid}>
              {shortenMiddle(txid, 6, 16)}
            </span>
          </ExplorerLink>
        ) : (
          <span className="quiet">{t.none}</span>
        ),
    ],
    date: [
      t.requested,
      ({ createdAt }) => (
        <time className="clip" dateTime={createdAt} title={formatDateTime(createdAt)}>
          {formatActivity(createdAt)}
        </time>
      ),
    ],
  },
  nameOf: ({ storeName, lightningBalanceUsd }) =>
    t.rowName({ store: storeName, amount: formatUsd(lightningBalanceUsd) }),
  views: (summary) => [
    { name: t.all, filters: {} },
    ...loopOutStatuses.map((status) => ({
      name: loopOutStatusWords[status],
      filters: { status },
      count: summary?.statuses[status],
      urgent: status === 'pending',
    })),
  ],
  searchHint: t.searchHint,
  count: ({ filtered }) => ({ count: filtered, words: t.rowCount({ count: filtered }) }),
  loading: t.loading,
  empty: (
    <EmptyState
      card={false}
      scene="berths"
      title={fillMessage(t.emptyTitle, { loopOut: <span className="nowrap">{t.loopOut}</span> })}
      sentence={t.empty({ amount: formatUsd(loopOutMinimumUsd) })}
    />
  ),
  filteredEmpty: { title: t.noMatchTitle, sentence: t.noMatch },
  failed: { title: t.notLoadedTitle, sentence: t.notLoaded },
})

export const requestChips = (stores: readonly { merchantId: number; storeName: string }[]) => ({
  merchantId: {
    label: t.merchant,
    options: stores.map(({ merchantId, storeName }) => ({ value: String(merchantId), text: storeName })),
    format: (id: string) => t.merchantNumber({ id }),
  },
})

const Merchant = ({ request }: { request: AdminLoopOutRequest }) => {
  const { storeName, node, problem, adminNotes } = request
  const line = progressOf(request) ?? (adminNotes ? t.quoted({ note: adminNotes }) : undefined)
  return (
    <>
      <span className="l1">
        <span className="who" title={storeName}>
          {storeName}
        </span>
        {node === 'own' && <Tag>{t.ownNode}</Tag>}
      </span>
      {line && (
        <span className={problem ? 'l2 text-bad' : 'l2'} title={line}>
          {line}
        </span>
      )}
    </>
  )
}
