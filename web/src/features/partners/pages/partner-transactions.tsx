import { toUsd8 } from '@bitquay/contract/money'
import {
  exportPartnerTransactions,
  type PartnerTransaction,
  printPartnerTransactions,
} from '@bitquay/contract/partners'
import { RefreshCw } from 'lucide-react'
import { ListExport } from '../../../frame/list-surface/list-export.tsx'
import { ListSurface } from '../../../frame/list-surface/list-surface.tsx'
import { Page } from '../../../frame/page.tsx'
import { dateOfTimestamp, dayOf } from '../../../lib/format-date.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { daysOf } from '../../../ui/list-surface/date-presets.ts'
import { writeDayHeading, writeRange } from '../../../ui/list-surface/plain-date.ts'
import { formatUsd } from '../../../ui/money-text.ts'
import { useStatus } from '../../status/index.ts'
import { explainMissingExplorer, explorerOf } from '../../transactions/index.ts'
import { createEarningColumns } from '../earnings/earning-columns.tsx'
import { EarningDetail } from '../earnings/earning-detail.tsx'
import '../earnings/earning-list.css'
import { EarningTotals } from '../earnings/earning-totals.tsx'
import * as t from '../earnings/messages.ts'
import { merchantFilterOf, useEarningSummary, useEarnings, useEarningView } from '../earnings/use-earnings.ts'

const PartnerTransactionsPage = () => {
  const view = useEarningView()
  const list = useEarnings(view)
  const { data: summary } = useEarningSummary(view.filter)
  const { data: status } = useStatus()
  const explorer = explorerOf(status)
  const linkTo = ({ id, paymentMethod }: PartnerTransaction) =>
    explainMissingExplorer(explorer, paymentMethod) === undefined ? explorer?.addressOf(id) : undefined
  const count = summary && summary.payments + summary.pendingPayments
  const range = daysOf(view.range, view.today)
  return (
    <Page
      sentence={t.sentence}
      actions={
        <>
          <Button
            icon={<RefreshCw className="ico" aria-hidden="true" />}
            busy={list.isRefetching}
            onClick={() => void list.refetch()}
          >
            {t.refresh}
          </Button>
          <ListExport
            view={view}
            query={{ ...view.filter, sort: view.sort }}
            csv={exportPartnerTransactions}
            pdf={printPartnerTransactions}
            count={count}
            rows={t.paymentCount({ count: count ?? 0 })}
          />
        </>
      }
    >
      <ListSurface
        view={view}
        label={t.history}
        list={list}
        className="dt--share"
        columns={createEarningColumns(view.today)}
        keyOf={({ key }) => key}
        nameOf={nameOf}
        filters={[merchantFilterOf(list.data?.pages.flatMap(({ rows }) => rows) ?? [])]}
        totals={<EarningTotals summary={summary} period={range && writeRange(range.from, range.to, view.today)} />}
        days={{
          dayOf: ({ timestamp }) => dayOf(dateOfTimestamp(timestamp)),
          heading: (day) => ({ title: writeDayHeading(day, view.today) }),
        }}
        renderDetail={(transaction) => <EarningDetail transaction={transaction} explorer={linkTo(transaction)} />}
        count={count}
        note={summary && toUsd8(summary.uncollectedUsd) !== 0n ? t.notCollectedNote : undefined}
        loading={t.loading}
        empty={<EmptyState card={false} scene="berths" title={t.noneYet} sentence={t.willAppear} />}
        filteredEmpty={{ title: t.noMatch, sentence: t.adjustFilters }}
        failed={{ title: t.failed, sentence: t.checkConnection, again: t.retry }}
      />
    </Page>
  )
}

const nameOf = ({ merchant, amountUSD }: PartnerTransaction) =>
  t.rowName({ merchant, amount: amountUSD === null ? t.notKnown : formatUsd(amountUSD) })

export default PartnerTransactionsPage
