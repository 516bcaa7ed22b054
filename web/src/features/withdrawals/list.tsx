import { type Withdrawal, withdrawalList, withdrawalStates, withdrawalStateWords } from '@bitquay/contract/withdrawals'
import { DeclaredExport, DeclaredList, showList } from '../../frame/list-surface/show-list.tsx'
import { useList } from '../../frame/list-surface/use-list.ts'
import { formatActivity, formatDateTime } from '../../lib/format-date.ts'
import { formatCount, writeCount } from '../../lib/format-number.ts'
import { shortenForPhone } from '../../lib/shorten.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { TotalsBar } from '../../ui/list-surface/totals-bar.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { totalOf } from './add-up.ts'
import { describeWithdrawal, isSettled } from './describe-withdrawal.ts'
import * as t from './messages.ts'
import type { Explorer } from './sent-card.tsx'
import { WithdrawalDetail } from './withdrawal-detail.tsx'
import './withdrawal-list.css'
import 'list-layout:withdrawals/withdrawalList.css'

const shownWithdrawals = showList(withdrawalList, {
  pageLength: 25,
  // While one of them is on its way.
  everyMs: (rows) => (rows.every(isSettled) ? false : 5_000),
  summaryEveryMs: 30_000,
  label: t.listTitle,
  cells: {
    address: [
      t.sentTo,
      ({ address }) => (
        <span className="mono clip" title={address}>
          {shortenForPhone(address)}
        </span>
      ),
    ],
    notes: [
      t.notes,
      ({ description }) => (
        <span className="clip" title={description ?? undefined}>
          {description}
        </span>
      ),
    ],
    status: [t.statusHead, (withdrawal) => <Status withdrawal={withdrawal} />],
    date: [
      t.dateHead,
      ({ requestedAt }) => <span title={formatDateTime(requestedAt)}>{formatActivity(requestedAt)}</span>,
    ],
    gross: [
      t.amountHead,
      ({ customerAmount, amountBtc }) => (
        <>
          <Usd amount={customerAmount} />
          <span className="l2">
            <Btc amount={amountBtc} />
          </span>
        </>
      ),
    ],
    net: [
      t.totalHead,
      (withdrawal) => (
        <span className="soft">
          <Usd amount={totalOf(withdrawal)} />
        </span>
      ),
    ],
  },
  nameOf: ({ customerAmount, address }) =>
    t.rowName({ amount: formatUsd(customerAmount), address: shortenForPhone(address) }),
  views: (summary) => [
    { name: t.allView, filters: {} },
    ...withdrawalStates.map((status) => ({
      name: withdrawalStateWords[status],
      filters: { status },
      count: summary?.statuses[status],
    })),
  ],
  chips: {
    status: {
      label: t.statusHead,
      options: withdrawalStates.map((status) => ({ value: status, text: withdrawalStateWords[status] })),
    },
  },
  searchHint: t.searchHint,
  count: ({ filtered, exact }) => ({
    count: filtered,
    exact,
    words: exact ? t.rowCount({ count: filtered }) : t.rowCountAtLeast({ count: formatCount(filtered) }),
  }),
  // Amount + network fee + withdrawal fee = total of what was sent or is on its way.
  totals: (summary) => (
    <TotalsBar
      label={t.totals}
      counts={[
        { label: t.totalHead, figure: writeCount(summary?.total) },
        { label: t.filtered, figure: writeCount(summary?.filtered, summary?.exact) },
      ]}
      sums={[
        { label: t.amountHead, figure: <Usd amount={summary?.amountUsd} /> },
        { label: t.networkFees, sign: 'plus', figure: <Usd amount={summary?.networkFeeUsd} /> },
        { label: t.withdrawalFees, sign: 'plus', figure: <Usd amount={summary?.platformFeeUsd} /> },
        { label: t.totalSent, sign: 'equals', figure: <Usd amount={summary?.totalUsd} /> },
      ]}
    />
  ),
  note: t.totalsNote,
  loading: t.loadingList,
  empty: <EmptyState card={false} scene="berths" title={t.listEmptyTitle} sentence={t.listEmpty} />,
  filteredEmpty: { title: t.noMatch, sentence: t.adjustFilters },
  failed: { title: t.listFailedTitle, sentence: t.listFailed },
})

type WithdrawalListProps = { explorer: Explorer; mayCancel: boolean }

/** Every withdrawal with its state, below the form. */
export const WithdrawalList = ({ explorer, mayCancel }: WithdrawalListProps) => {
  const list = useList(shownWithdrawals)
  return (
    <>
      <div className="c12 cluster between gap-y-2 gap-x-4 mt-2">
        <h2 className="text-lg strong">{t.listTitle}</h2>
        <DeclaredExport of={list} />
      </div>
      <DeclaredList
        of={list}
        renderDetail={(withdrawal) => (
          <WithdrawalDetail withdrawal={withdrawal} explorer={explorer} mayCancel={mayCancel} />
        )}
      />
    </>
  )
}

/** What the word alone doesn't say. The detail has the whole sentence. */
const Status = ({ withdrawal }: { withdrawal: Withdrawal }) => {
  const { shape, word, sentence } = describeWithdrawal(withdrawal)
  return (
    <>
      <span className="l1">
        <Badge shape={shape}>{word}</Badge>
      </span>
      {withdrawal.status !== 'confirmed' && (
        <span className="l2" title={sentence}>
          {sentence}
        </span>
      )}
    </>
  )
}
