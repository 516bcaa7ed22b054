import { Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { describePlatform } from '../../../features/admin-dashboard/describe-platform.ts'
import { MetricsCard } from '../../../features/admin-dashboard/metrics-card.tsx'
import { RecentTransactions } from '../../../features/admin-dashboard/recent-transactions.tsx'
import { TopMerchants } from '../../../features/admin-dashboard/top-merchants.tsx'
import { useDashboard } from '../../../features/admin-dashboard/use-dashboard.ts'
import { NewMerchantDialog } from '../../../features/admin-merchants/new-merchant-dialog.tsx'
import { Bell } from '../../../features/notifications/bell.tsx'
import { RevenueOverview } from '../../../features/revenue/revenue-overview.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { Blank } from '../../../ui/blank.tsx'
import { Button } from '../../../ui/button.tsx'
import { Page } from '../../page.tsx'

export const AdminDashboardPage = () => {
  const { data: dashboard, isError, error, isFetching, refetch } = useDashboard()
  const [adding, setAdding] = useState(false)
  return (
    <Page
      title="Platform Dashboard"
      tab="Dashboard"
      sentence={dashboard ? describePlatform(dashboard) : 'What the platform does right now.'}
      actions={
        <>
          <Bell />
          <Button variant="signal" icon={<Plus className="ico" aria-hidden="true" />} onClick={() => setAdding(true)}>
            Add Merchant
          </Button>
        </>
      }
    >
      {isError && !dashboard ? (
        <Blank
          scene="mooring"
          title="Failed to fetch dashboard data"
          sentence="No money is affected. The figures could not be read."
          actions={
            <Button
              icon={<RefreshCw className="ico" aria-hidden="true" />}
              busy={isFetching}
              onClick={() => void refetch()}
            >
              Try Again
            </Button>
          }
          code={error instanceof ApiError && error.requestId ? `request ${error.requestId}` : undefined}
        />
      ) : (
        <>
          <MetricsCard metrics={dashboard?.metrics} />
          <RevenueOverview />
          <TopMerchants merchants={dashboard?.topMerchants} />
          <RecentTransactions
            transactions={dashboard?.recentTransactions}
            note={
              <Link className="link small" to="/admin/transactions">
                All Transactions
              </Link>
            }
          />
        </>
      )}
      <NewMerchantDialog form="dashboard" open={adding} onOpenChange={setAdding} />
    </Page>
  )
}
