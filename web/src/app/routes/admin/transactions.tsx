import { exportAllTransactions } from '@bitquay/contract/admin-transactions'
import { useSearchParams } from 'react-router'
import { readAdminFilters } from '../../../features/admin-transactions/admin-filters.ts'
import { AdminFiltersCard } from '../../../features/admin-transactions/admin-filters-card.tsx'
import { AdminTransactions } from '../../../features/admin-transactions/admin-transactions.tsx'
import { ExportButton } from '../../../features/exports/export-button.tsx'
import { Page } from '../../page.tsx'

export const AdminTransactionsPage = () => {
  const [params] = useSearchParams()
  return (
    <Page
      title="All Transactions"
      sentence="Every payment in and out of every store."
      actions={<ExportButton call={exportAllTransactions} query={readAdminFilters(params)} />}
    >
      <AdminFiltersCard />
      <AdminTransactions />
    </Page>
  )
}
