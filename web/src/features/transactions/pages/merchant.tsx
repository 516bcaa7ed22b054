import { exportTransactions, listTransactions, printTransactions } from '@bitquay/contract/transactions'
import { useQueryClient } from '@tanstack/react-query'
import { LifeBuoy, Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { ListExport } from '../../../frame/list-surface/list-export.tsx'
import { ListSurface } from '../../../frame/list-surface/list-surface.tsx'
import { useListView } from '../../../frame/list-surface/use-list-view.ts'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { paths } from '../../../frame/screens.ts'
import { SyncAge } from '../../../frame/sync-age.tsx'
import { dateOfTimestamp, dayOf } from '../../../lib/format-date.ts'
import { reread } from '../../../lib/query-client.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { daysOf } from '../../../ui/list-surface/date-presets.ts'
import { writeRange } from '../../../ui/list-surface/plain-date.ts'
import { formatUsd } from '../../../ui/money-text.ts'
import { useStatus } from '../../status/index.ts'
import { describeDay } from '../day-heading.tsx'
import { whoOf } from '../describe-transaction.ts'
import { explorerOf } from '../explorer.ts'
import { transactionFilters, transactionList, transactionViews } from '../list-settings.ts'
import * as t from '../messages.ts'
import { MinimumField } from '../minimum-field.tsx'
import { rowsInWords } from '../rows-in-words.ts'
import { createTransactionColumns } from '../transaction-columns.tsx'
import { TransactionDetail } from '../transaction-detail.tsx'
import '../transaction-list.css'
import { TransactionTotals } from '../transaction-totals.tsx'
import { useDays, useLinkedTransaction, useSummary, useTransactions } from '../use-transactions.ts'

const MerchantTransactionsPage = () => {
  const view = useListView(transactionList)
  const list = useTransactions(view)
  const rows = list.data?.pages.flatMap((page) => page.rows)
  const { data: summary } = useSummary(view.filter)
  const { data: days } = useDays(view.filter, view.usuallySorted ? (rows ?? []) : [])
  const linked = useLinkedTransaction(view.open, rows)
  const { data: status } = useStatus()
  const range = daysOf(view.range, view.today)
  return (
    <Page
      actions={
        <>
          <Refresh />
          <ListExport
            view={view}
            query={{ ...view.filter, sort: view.sort }}
            csv={exportTransactions}
            pdf={printTransactions}
            count={summary?.filtered}
            rows={rowsInWords(summary)}
          />
        </>
      }
    >
      <ListSurface
        view={view}
        label={t.history}
        list={list}
        className="dt--tx"
        columns={createTransactionColumns(view.today)}
        keyOf={({ key }) => key}
        nameOf={(row) =>
          t.rowName({
            who: whoOf(row) ?? t.noCustomer,
            amount: row.amountUSD === null ? t.notKnown : formatUsd(row.amountUSD),
          })
        }
        views={transactionViews}
        filters={transactionFilters}
        searchHint={t.searchHint}
        fields={
          <MinimumField
            value={view.params.get('minAmount') ?? ''}
            onSettled={(value) => view.set('minAmount', value)}
          />
        }
        notice={<SyncAge />}
        totals={<TransactionTotals summary={summary} period={range && writeRange(range.from, range.to, view.today)} />}
        days={{
          dayOf: ({ timestamp }) => dayOf(dateOfTimestamp(timestamp)),
          heading: (day) =>
            describeDay(
              day,
              view.today,
              days?.find((totals) => totals.day === day),
            ),
        }}
        renderDetail={(transaction) => <TransactionDetail transaction={transaction} explorer={explorerOf(status)} />}
        linked={linked}
        count={summary?.exact ? summary.filtered : undefined}
        note={t.totalsNote}
        loading={t.loadingTransactions}
        empty={
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
        }
        filteredEmpty={{ title: t.noMatch, sentence: t.adjustFilters }}
        failed={{
          title: t.unableToLoad,
          sentence: t.moneySafe,
          help: (
            <ButtonLink to={paths.contact} icon={<LifeBuoy className="ico" aria-hidden="true" />}>
              {t.supportChat}
            </ButtonLink>
          ),
        }}
      />
    </Page>
  )
}

/** Reads list and totals again; the old figures stay while it does. */
const Refresh = () => {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const refresh = async () => {
    setBusy(true)
    await reread(queryClient, [listTransactions])
    setBusy(false)
  }
  return (
    <Button icon={<RefreshCw className="ico" aria-hidden="true" />} busy={busy} onClick={() => void refresh()}>
      {t.refresh}
    </Button>
  )
}

export default MerchantTransactionsPage
