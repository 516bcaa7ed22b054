import type { Answer } from '@bitquay/contract/call'
import {
  exportWithdrawals,
  printWithdrawals,
  type summarizeWithdrawals,
  type Withdrawal,
} from '@bitquay/contract/withdrawals'
import { ListExport } from '../../frame/list-surface/list-export.tsx'
import { ListSurface } from '../../frame/list-surface/list-surface.tsx'
import { useListView } from '../../frame/list-surface/use-list-view.ts'
import { formatCount } from '../../lib/format-number.ts'
import { shortenForPhone } from '../../lib/shorten.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Usd } from '../../ui/figures.tsx'
import { TotalsBar } from '../../ui/list-surface/totals-bar.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { withdrawalFilters, withdrawalList, withdrawalViews } from './list-settings.ts'
import * as t from './messages.ts'
import type { Explorer } from './sent-card.tsx'
import { useWithdrawalSummary, useWithdrawals } from './use-withdrawals.ts'
import { withdrawalColumns } from './withdrawal-columns.tsx'
import { WithdrawalDetail } from './withdrawal-detail.tsx'
import './withdrawal-list.css'

type WithdrawalListProps = { explorer: Explorer; mayCancel: boolean }

/** Every withdrawal with its state, below the form. */
export const WithdrawalList = ({ explorer, mayCancel }: WithdrawalListProps) => {
  const view = useListView(withdrawalList)
  const list = useWithdrawals(view)
  const { data: summary } = useWithdrawalSummary(view.filter)
  return (
    <>
      <div className="c12 cluster between gap-y-2 gap-x-4 mt-2">
        <h2 className="text-lg strong">{t.listTitle}</h2>
        <ListExport
          view={view}
          query={{ ...view.filter, sort: view.sort }}
          csv={exportWithdrawals}
          pdf={printWithdrawals}
          count={summary?.filtered}
          rows={countInWords(summary)}
        />
      </div>
      <ListSurface
        view={view}
        label={t.listTitle}
        list={list}
        className="dt--wd"
        columns={withdrawalColumns}
        keyOf={({ id }) => String(id)}
        nameOf={({ customerAmount, address }) =>
          t.rowName({ amount: formatUsd(customerAmount), address: shortenForPhone(address) })
        }
        views={withdrawalViews(summary?.statuses)}
        filters={withdrawalFilters}
        searchHint={t.searchHint}
        renderDetail={createDetail(explorer, mayCancel)}
        totals={<Totals summary={summary} />}
        count={summary?.exact ? summary.filtered : undefined}
        note={t.totalsNote}
        loading={t.loadingList}
        empty={<EmptyState card={false} scene="berths" title={t.listEmptyTitle} sentence={t.listEmpty} />}
        filteredEmpty={{ title: t.noMatch, sentence: t.adjustFilters }}
        failed={{ title: t.listFailedTitle, sentence: t.listFailed }}
      />
    </>
  )
}

const createDetail = (explorer: Explorer, mayCancel: boolean) => (withdrawal: Withdrawal) => (
  <WithdrawalDetail withdrawal={withdrawal} explorer={explorer} mayCancel={mayCancel} />
)

type Summary = Answer<typeof summarizeWithdrawals>

/** Amount + network fee + withdrawal fee = total of what was sent or is on its way. */
const Totals = ({ summary }: { summary: Summary | undefined }) => (
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
)

/** The server stops counting somewhere; then there are at least as many. */
const writeCount = (count: number | undefined, exact = true) =>
  count === undefined ? '—' : `${formatCount(count)}${exact ? '' : '+'}`

const countInWords = (summary: Summary | undefined): string => {
  if (!summary) return t.listTitle
  const { filtered, exact } = summary
  return exact ? t.rowCount({ count: filtered }) : t.rowCountAtLeast({ count: formatCount(filtered) })
}
