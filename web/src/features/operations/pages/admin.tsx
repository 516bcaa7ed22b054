import { RefreshCw } from 'lucide-react'
import { AlertsCard } from '../alerts-card.tsx'
import { AuditCard } from '../audit-card.tsx'
import { MachineryCards } from '../machinery-card.tsx'
import { PauseCard } from '../pause-card.tsx'
import { QueuesCard } from '../queues-card.tsx'
import { ReconciliationCard } from '../reconciliation-card.tsx'
import { RefusedInvoices } from '../refused-invoices.tsx'
import { FailedEmails, StuckSends } from '../stuck-cards.tsx'
import '../system.css'
import { Page } from '../../../frame/page.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { formatTime } from '../../../lib/format-date.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { PlatformWalletCard } from '../platform-wallet-card.tsx'
import { useSystem } from '../use-system.ts'
import { WorkersCard } from '../workers-card.tsx'

const SystemPage = () => {
  const { data: system, isError, error, isFetching, dataUpdatedAt, refetch } = useSystem()
  return (
    <Page
      sentence={
        isError && system ? `Not live: figures from ${formatTime(new Date(dataUpdatedAt))}.` : 'How the platform runs.'
      }
    >
      {system ? (
        <>
          <AlertsCard alerts={system.alerts} />
          <QueuesCard queues={system.queues} />
          <StuckSends sends={system.stuckSends} />
          <FailedEmails letters={system.failedMail} />
          <RefusedInvoices invoices={system.refusedInvoices} />
          <PauseCard paused={system.withdrawalsPaused} />
          <PlatformWalletCard wallet={system.wallet} />
          <AuditCard audit={system.audit} />
          <ReconciliationCard reconciliation={system.reconciliation} />
          <MachineryCards system={system} />
          <WorkersCard workers={system.workers} />
        </>
      ) : isError ? (
        <EmptyState
          scene="mooring"
          title="Unable to load the system"
          sentence="No money is affected. The state of the platform could not be read."
          actions={
            <Button
              variant="signal"
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
        <Card title="Alerts">
          <SkeletonLines lines={8} />
        </Card>
      )}
    </Page>
  )
}

export default SystemPage
