import { Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NewMerchantDialog } from '../../merchants/index.ts'
import { AdminBell } from '../../notifications/index.ts'
import { RevenueOverview } from '../../revenue/index.ts'
import { describePlatform } from '../describe-platform.ts'
import * as t from '../messages.ts'
import { MetricsCard } from '../metrics-card.tsx'
import { RecentTransactions } from '../recent-transactions.tsx'
import { TopMerchants } from '../top-merchants.tsx'
import { useDashboard } from '../use-dashboard.ts'

const AdminDashboardPage = () => {
  const { data: dashboard, isError, error, isFetching, refetch } = useDashboard()
  const [adding, setAdding] = useState(false)
  return (
    <Page
      title={t.platformTitle}
      sentence={dashboard && describePlatform(dashboard)}
      actions={
        <>
          <AdminBell />
          <Button variant="signal" icon={<Plus className="ico" aria-hidden="true" />} onClick={() => setAdding(true)}>
            {t.addMerchant}
          </Button>
        </>
      }
    >
      {isError && !dashboard ? (
        <EmptyState
          scene="mooring"
          title={t.platformNotLoadedTitle}
          sentence={t.platformNotLoaded}
          actions={
            <Button
              icon={<RefreshCw className="ico" aria-hidden="true" />}
              busy={isFetching}
              onClick={() => void refetch()}
            >
              {t.tryAgain}
            </Button>
          }
          code={error instanceof ApiError && error.requestId ? t.request({ id: error.requestId }) : undefined}
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
                {t.allTransactions}
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
