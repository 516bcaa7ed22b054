import { listStores } from '@bitquay/contract/transactions.admin'
import { useQuery } from '@tanstack/react-query'
import { createMove } from '../../../frame/list-surface/create-move.ts'
import { DeclaredExport, DeclaredList } from '../../../frame/list-surface/show-list.tsx'
import { useList } from '../../../frame/list-surface/use-list.ts'
import { Page } from '../../../frame/page.tsx'
import { queryOf } from '../../../lib/query-client.ts'
import { EmailSheet } from '../email-sheet.tsx'
import { emailChips, shownEmails } from '../list.tsx'

/** The outbox: what was sent, what waits, and what went wrong. */
const EmailsPage = () => {
  const list = useList(shownEmails)
  const { view } = list
  const { data: stores = [] } = useQuery(queryOf(listStores, { query: {} }))
  const keys = list.pages.data?.pages.flatMap(({ rows }) => rows.map(({ id }) => String(id))) ?? []
  return (
    <Page actions={<DeclaredExport of={list} />}>
      <DeclaredList of={list} chips={emailChips(stores)} />
      {view.open && /^[1-9]\d{0,14}$/.test(view.open) && (
        <EmailSheet
          id={Number(view.open)}
          onClose={() => view.setOpen(undefined)}
          onMove={createMove(keys, view.open, view.setOpen)}
        />
      )}
    </Page>
  )
}

export default EmailsPage
