import {
  type AdminTransaction,
  exportAllTransactions,
  printAllTransactions,
} from '@bitquay/contract/transactions.admin'
import { ListExport } from '../../../frame/list-surface/list-export.tsx'
import { ListSurface } from '../../../frame/list-surface/list-surface.tsx'
import { useListView } from '../../../frame/list-surface/use-list-view.ts'
import { Page } from '../../../frame/page.tsx'
import { dateOfTimestamp, dayOf } from '../../../lib/format-date.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { daysOf } from '../../../ui/list-surface/date-presets.ts'
import { writeDayHeading, writeRange } from '../../../ui/list-surface/plain-date.ts'
import { formatUsd } from '../../../ui/money-text.ts'
import { createAdminColumns } from '../admin-columns.tsx'
import { AdminDetailSheet } from '../admin-detail-sheet.tsx'
import '../admin-list.css'
import { signOf } from '../describe-transaction.ts'
import { adminFilters, adminList, transactionViews } from '../list-settings.ts'
import * as t from '../messages.ts'
import { rowsInWords } from '../rows-in-words.ts'
import { TransactionTotals } from '../transaction-totals.tsx'
import { useAdminSummary, useAdminTransactions, useStores } from '../use-admin-transactions.ts'

const AdminTransactionsPage = () => {
  const view = useListView(adminList)
  const list = useAdminTransactions(view)
  const { data: summary } = useAdminSummary(view.filter)
  const { data: stores = [] } = useStores()
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const range = daysOf(view.range, view.today)
  const openPlace = rows.findIndex((row) => keyOf(row) === view.open)
  const openRow = rows[openPlace]
  return (
    <Page
      sentence={t.allTransactionsNote}
      actions={
        <ListExport
          view={view}
          query={{ ...view.filter, sort: view.sort }}
          csv={exportAllTransactions}
          pdf={printAllTransactions}
          count={summary?.filtered}
          rows={rowsInWords(summary)}
        />
      }
    >
      <ListSurface
        view={view}
        label={t.transactions}
        list={list}
        className="dt--all"
        columns={createAdminColumns(view.today)}
        keyOf={keyOf}
        nameOf={nameOf}
        views={transactionViews}
        filters={adminFilters(stores)}
        searchHint={t.adminSearchHint}
        totals={<TransactionTotals summary={summary} period={range && writeRange(range.from, range.to, view.today)} />}
        days={{
          dayOf: ({ timestamp }) => dayOf(dateOfTimestamp(timestamp)),
          heading: (day) => ({ title: writeDayHeading(day, view.today) }),
        }}
        count={summary?.exact ? summary.filtered : undefined}
        note={t.totalsNote}
        loading={t.loadingTransactions}
        empty={<EmptyState card={false} scene="berths" title={t.noneYet} sentence={t.allWillAppear} />}
        filteredEmpty={{ title: t.noMatchAdmin, sentence: t.adjustFilters }}
        failed={{ title: t.unableToLoad, sentence: t.noMoneyAffected }}
      />
      {openRow && (
        <AdminDetailSheet
          transaction={openRow}
          onClose={() => view.setOpen(undefined)}
          onMove={(step) => {
            const next = rows[openPlace + step]
            if (next) view.setOpen(keyOf(next))
          }}
        />
      )}
    </Page>
  )
}

const keyOf = ({ id }: AdminTransaction) => String(id)

const nameOf = (row: AdminTransaction) =>
  t.rowName({
    who: row.merchantName,
    amount: row.amountUSD === null ? t.notKnown : formatUsd(signOf(row) + row.amountUSD),
  })

export default AdminTransactionsPage
