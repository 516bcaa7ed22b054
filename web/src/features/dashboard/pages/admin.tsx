import type { FirstStep } from '@bitquay/contract/dashboard'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { requestCodeOf } from '../../../lib/api-error.ts'
import { Beside } from '../../../ui/beside.tsx'
import { Button } from '../../../ui/button.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { NewMerchantDialog } from '../../merchants/index.ts'
import { AdminBell } from '../../notifications/index.ts'
import { PlatformAlarm } from '../../operations/index.ts'
import { periodOf } from '../../received/index.ts'
import { ChooseRevenuePeriod, RevenueCard, useRevenue, useRevenueChoice } from '../../revenue/index.ts'
import { describePlatform } from '../describe-platform.ts'
import { FirstStepsCard, WhatWorksCard } from '../first-steps.tsx'
import * as t from '../messages.ts'
import { PlatformAttention } from '../platform-attention.tsx'
import { PlatformFigures } from '../platform-figures.tsx'
import { RecentTransactions } from '../recent-transactions.tsx'
import { TopMerchants } from '../top-merchants.tsx'
import {
  type FirstSteps,
  type PlatformPeriod,
  useDashboard,
  useFirstSteps,
  usePlatformPeriod,
} from '../use-dashboard.ts'
import { WalletsCard } from '../wallets-card.tsx'

const AdminDashboardPage = () => {
  const { data: dashboard, isError, error, isFetching, refetch } = useDashboard()
  const { data: first } = useFirstSteps()
  const [adding, setAdding] = useState(false)
  return (
    <Page
      title={t.platformTitle}
      alarm={<PlatformAlarm />}
      sentence={dashboard && describePlatform(dashboard)}
      actions={
        <>
          <AdminBell />
          <Button
            // The first step that is missing is the one orange act.
            variant={first?.isShown ? 'line' : 'signal'}
            icon={<Plus className="ico" aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
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
        <Figures recent={dashboard?.recentTransactions} />
      )}
      <NewMerchantDialog form="dashboard" open={adding} onOpenChange={setAdding} />
    </Page>
  )
}

/**
 * One period rules the figures at the left. What waits and what there is now stand at the right, first on a phone.
 * Before the first payment there are no figures, so the first steps stand alone.
 */
const Figures = ({ recent }: { recent: Parameters<typeof RecentTransactions>[0]['transactions'] }) => {
  const choice = useRevenueChoice()
  // A year is for the page of revenue.
  const shown = choice.choice === '12m' ? ('90d' as const) : choice.choice
  const days = periodOf(shown, choice.today)
  const { data: period } = usePlatformPeriod(days)
  const { data: first } = useFirstSteps()
  const hasFigures = !first?.isShown || isDone(first, 'test-payment')
  return (
    <>
      <Beside
        isAsideFirst
        main={
          <>
            {first?.isShown && <FirstStepsCard steps={first.steps} />}
            {hasFigures && (
              <>
                <PeriodCard choice={choice} shown={shown} days={days} period={period} />
                <TopMerchants merchants={period?.topMerchants} />
              </>
            )}
          </>
        }
        aside={
          <>
            <PlatformAttention />
            {first?.isShown && <WhatWorksCard steps={first.steps} />}
            <WalletsCard wallets={period?.wallets} />
          </>
        }
      />
      {hasFigures && (
        <RecentTransactions
          transactions={recent}
          note={
            <Link className="link small" to={portalPaths.admin.transactions}>
              {t.allTransactions}
            </Link>
          }
        />
      )}
    </>
  )
}

const isDone = ({ steps }: FirstSteps, name: FirstStep) => steps.some(({ step, isDone }) => step === name && isDone)

type Choice = ReturnType<typeof useRevenueChoice>
type PeriodCardProps = {
  choice: Choice
  shown: Exclude<Choice['choice'], '12m'>
  days: ReturnType<typeof periodOf>
  period: PlatformPeriod | undefined
}

/** Volume, revenue, payouts and merchants of the chosen days. */
const PeriodCard = ({ choice, shown, days, period }: PeriodCardProps) => {
  const revenue = useRevenue(days)
  return (
    <RevenueCard
      reading={revenue}
      today={choice.today}
      choose={<ChooseRevenuePeriod {...choice} choice={shown} />}
      link={
        <Link className="link small" to={portalPaths.admin.revenue}>
          {t.revenue}
        </Link>
      }
    >
      {revenue.data && (
        <PlatformFigures
          period={period}
          revenue={{ now: revenue.data.total.usd, before: revenue.data.previousSum.revenueUsd }}
        />
      )}
    </RevenueCard>
  )
}

export default AdminDashboardPage
