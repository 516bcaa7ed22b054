import { ArrowLeftRight, Plus, Send, Settings } from 'lucide-react'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { formatSince } from '../../../lib/format-date.ts'
import { useUser } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { BalanceHero, LightningCard } from '../../balances/index.ts'
import { PriceNote } from '../../prices/index.ts'
import { StatusStrip, StoreAlarm, useStoreStatus } from '../../status/index.ts'
import { RecentActivity, useCounts } from '../../transactions/index.ts'
import { ActivityCounts } from '../activity-counts.tsx'
import { GetSetUp, NextStep } from '../get-set-up.tsx'
import { timeOfDay } from '../time-of-day.ts'
import '../merchant-dashboard.css'
import { ReceivedCard } from '../../received/index.ts'
import * as t from '../messages.ts'
import { NeedsAttention } from '../needs-attention.tsx'
import { TestPaymentCard } from '../test-payment-card.tsx'
import { useSteps } from '../use-steps.ts'

const createInvoicePath = `${portalPaths.merchant.invoices}?create`

const MerchantDashboardPage = () => {
  const { storeName, name, role } = useUser()
  const { data: counts } = useCounts()
  const isFirstDay = counts?.total === 0
  const steps = useSteps(!isFirstDay)
  const { data: status } = useStoreStatus()
  const downSince = status?.serverDownSince
  return (
    <Page
      title={t.greeting({ time: timeOfDay(), name: storeName ?? name })}
      alarm={<StoreAlarm />}
      actions={<Actions maySend={role !== 'user'} mayCreate={!downSince} />}
    >
      {steps && counts && !isFirstDay && <NextStep steps={steps} />}
      <div className={classNames('c12 dash stack gap-4', isFirstDay && 'dash--first')}>
        {isFirstDay && steps && <GetSetUp steps={steps} />}
        <div className="money-cards stack gap-4">
          <BalanceHero
            note={
              downSince ? (
                <span className="note">{t.figuresFrom({ time: formatSince(status.figuresAt ?? downSince) })}</span>
              ) : (
                <PriceNote />
              )
            }
          />
          <LightningCard />
          {isFirstDay && <TestPaymentCard />}
        </div>
        <NeedsAttention />
        <ReceivedCard />
        <RecentActivity
          note={
            downSince ? (
              <span className="note">{t.activityUpTo({ time: formatSince(status.figuresAt ?? downSince) })}</span>
            ) : (
              <ActivityCounts />
            )
          }
        />
        <StatusStrip />
      </div>
    </Page>
  )
}

/** The quick actions of the page. */
const Actions = ({ maySend, mayCreate }: { maySend: boolean; mayCreate: boolean }) => (
  <>
    <ButtonLink to={portalPaths.merchant.settings} icon={<Settings className="ico" aria-hidden="true" />}>
      {t.settings}
    </ButtonLink>
    <ButtonLink to={portalPaths.merchant.transactions} icon={<ArrowLeftRight className="ico" aria-hidden="true" />}>
      {t.viewTransactions}
    </ButtonLink>
    {maySend && (
      <ButtonLink to={portalPaths.merchant.send} icon={<Send className="ico" aria-hidden="true" />}>
        {t.sendPayment}
      </ButtonLink>
    )}
    {mayCreate ? (
      <ButtonLink variant="signal" to={createInvoicePath} icon={<Plus className="ico" aria-hidden="true" />}>
        {t.createInvoice}
      </ButtonLink>
    ) : (
      <Button variant="signal" disabled icon={<Plus className="ico" aria-hidden="true" />}>
        {t.createInvoice}
      </Button>
    )}
  </>
)

export default MerchantDashboardPage
