import { RefreshCw } from 'lucide-react'
import { AlertsCard } from '../../../features/system/alerts-card.tsx'
import { AuditCard } from '../../../features/system/audit-card.tsx'
import { MachineryCards } from '../../../features/system/machinery-card.tsx'
import { PauseCard } from '../../../features/system/pause-card.tsx'
import { QueuesCard } from '../../../features/system/queues-card.tsx'
import { ReconciliationCard } from '../../../features/system/reconciliation-card.tsx'
import { RefusedInvoices } from '../../../features/system/refused-invoices.tsx'
import { FailedMail, StuckSends } from '../../../features/system/stuck-cards.tsx'
import '../../../features/system/system.css'
import { useSystem } from '../../../features/system/use-system.ts'
import { WalletCard } from '../../../features/system/wallet-card.tsx'
import { WorkersCard } from '../../../features/system/workers-card.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { formatTime } from '../../../lib/format-date.ts'
import { Blank } from '../../../ui/blank.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { Page } from '../../page.tsx'

export const SystemPage = () => {
  const { data: system, isError, error, isFetching, dataUpdatedAt, refetch } = useSystem()
  return (
    <Page
      title="System"
      sentence={
        isError && system ? `Not live: figures from ${formatTime(new Date(dataUpdatedAt))}.` : 'How the platform runs.'
      }
    >
      {system ? (
        <>
          <AlertsCard alerts={system.alerts} />
          <QueuesCard queues={system.queues} />
          <StuckSends sends={system.stuckSends} />
          <FailedMail letters={system.failedMail} />
          <RefusedInvoices invoices={system.refusedInvoices} />
          <PauseCard paused={system.withdrawalsPaused} />
          <WalletCard wallet={system.wallet} />
          <AuditCard audit={system.audit} />
          <ReconciliationCard reconciliation={system.reconciliation} />
          <MachineryCards system={system} />
          <WorkersCard workers={system.workers} />
        </>
      ) : isError ? (
        <Blank
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
