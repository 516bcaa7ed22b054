import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { requestCodeOf } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { NewMerchantDialog } from '../../merchants/index.ts'
import { AdminBell } from '../../notifications/index.ts'
import { PlatformAlarm } from '../../operations/index.ts'
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
      alarm={<PlatformAlarm />}
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
        <LoadError
          card
          title={t.platformNotLoadedTitle}
          sentence={t.platformNotLoaded}
          code={requestCodeOf(error)}
          reading={{ isFetching, refetch }}
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
