import { RefreshCw } from 'lucide-react'
import { AlertsCard } from '../alerts-card.tsx'
import { AuditCard } from '../audit-card.tsx'
import { InfrastructureCards } from '../infrastructure-cards.tsx'
import { PauseCard } from '../pause-card.tsx'
import { QueuesCard } from '../queues-card.tsx'
import { RejectedInvoices } from '../rejected-invoices.tsx'
import { StoreSyncCard } from '../store-sync-card.tsx'
import { FailedEmails, StuckSends } from '../stuck-cards.tsx'
import '../system.css'
import { Page } from '../../../frame/page.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { formatTime } from '../../../lib/format-date.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import * as t from '../messages.ts'
import { PlatformWalletCard } from '../platform-wallet-card.tsx'
import { useSystem } from '../use-system.ts'
import { WorkersCard } from '../workers-card.tsx'

const SystemPage = () => {
  const { data: system, isError, error, isFetching, dataUpdatedAt, refetch } = useSystem()
  return (
    <Page sentence={isError && system && t.notLive({ time: formatTime(new Date(dataUpdatedAt)) })}>
      {system ? (
        <>
          <AlertsCard alerts={system.alerts} />
          <QueuesCard queues={system.queues} />
          <StuckSends sends={system.stuckSends} />
          <FailedEmails emails={system.failedMail} />
          <RejectedInvoices invoices={system.refusedInvoices} />
          <PauseCard paused={system.withdrawalsPaused} />
          <PlatformWalletCard wallet={system.wallet} />
          <AuditCard audit={system.audit} />
          <StoreSyncCard reconciliation={system.reconciliation} />
          <InfrastructureCards system={system} />
          <WorkersCard workers={system.workers} />
        </>
      ) : isError ? (
        <EmptyState
          scene="mooring"
          title={t.notLoadedTitle}
          sentence={t.notLoaded}
          actions={
            <Button
              variant="signal"
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
        <Card title={t.alerts}>
          <SkeletonLines lines={8} />
        </Card>
      )}
    </Page>
  )
}

export default SystemPage
