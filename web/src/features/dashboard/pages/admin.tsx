import { Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NewMerchantDialog } from '../../merchants/index.ts'
import { RevenueOverview } from '../../revenue/index.ts'
import { Bell } from '../bell.tsx'
import { describePlatform } from '../describe-platform.ts'
import { MetricsCard } from '../metrics-card.tsx'
import { RecentTransactions } from '../recent-transactions.tsx'
import { TopMerchants } from '../top-merchants.tsx'
import { useDashboard } from '../use-dashboard.ts'

const AdminDashboardPage = () => {
  const { data: dashboard, isError, error, isFetching, refetch } = useDashboard()
  const [adding, setAdding] = useState(false)
  return (
    <Page
      title="Platform Dashboard"
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
        <EmptyState
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
              <Link className="link small" to={portalPaths.admin.transactions}>
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

export default AdminDashboardPage
