import { exportAllTransactions } from '@bitquay/contract/admin-transactions'
import { useSearchParams } from 'react-router'
import { ExportButton } from '../../../frame/export-button.tsx'
import { Page } from '../../../frame/page.tsx'
import { readAdminFilters } from '../admin-filters.ts'
import { AdminFiltersCard } from '../admin-filters-card.tsx'
import { AdminTransactions } from '../admin-transactions.tsx'

const AdminTransactionsPage = () => {
  const [params] = useSearchParams()
  return (
    <Page
      sentence="Every payment in and out of every store."
      actions={<ExportButton call={exportAllTransactions} query={readAdminFilters(params)} />}
    >
      <AdminFiltersCard />
      <AdminTransactions />
    </Page>
  )
}

export default AdminTransactionsPage
