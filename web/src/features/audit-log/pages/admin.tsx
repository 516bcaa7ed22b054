import { listActNames } from '@bitquay/contract/audit-log'
import { listStores } from '@bitquay/contract/transactions.admin'
import { useQuery } from '@tanstack/react-query'
import { DeclaredExport, DeclaredList } from '../../../frame/list-surface/show-list.tsx'
import { useList } from '../../../frame/list-surface/use-list.ts'
import { Page } from '../../../frame/page.tsx'
import { queryOf } from '../../../lib/query-client.ts'
import { auditLogChips, shownAuditLog } from '../list.tsx'

const AuditLogPage = () => {
  const list = useList(shownAuditLog)
  const { data: acts = [] } = useQuery(queryOf(listActNames))
  const { data: stores = [] } = useQuery(queryOf(listStores, { query: {} }))
  return (
    <Page actions={<DeclaredExport of={list} />}>
      <DeclaredList of={list} chips={auditLogChips(acts, stores)} />
    </Page>
  )
}

export default AuditLogPage
