import { listStores } from '@bitquay/contract/transactions.admin'
import { useQuery } from '@tanstack/react-query'
import { createMove } from '../../../frame/list-surface/create-move.ts'
import { DeclaredExport, DeclaredList } from '../../../frame/list-surface/show-list.tsx'
import { useList } from '../../../frame/list-surface/use-list.ts'
import { Page } from '../../../frame/page.tsx'
import { queryOf } from '../../../lib/query-client.ts'
import { AdminDetailSheet } from '../admin-detail-sheet.tsx'
import { chipsOf, shownOfAll } from '../admin-list.tsx'
import * as t from '../messages.ts'

const AdminTransactionsPage = () => {
  const list = useList(shownOfAll)
  const { view, rows = [] } = list
  const { data: stores = [] } = useQuery(queryOf(listStores, { query: {} }))
  const open = rows.find(({ id }) => String(id) === view.open)
  return (
    <Page sentence={t.allTransactionsNote} actions={<DeclaredExport of={list} />}>
      <DeclaredList of={list} chips={chipsOf(stores)} />
      {open && (
        <AdminDetailSheet
          transaction={open}
          onClose={() => view.setOpen(undefined)}
          onMove={createMove(
            rows.map(({ id }) => String(id)),
            String(open.id),
            view.setOpen,
          )}
        />
      )}
    </Page>
  )
}

export default AdminTransactionsPage
