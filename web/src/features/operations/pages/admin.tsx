import { Fragment, type ReactElement } from 'react'
import { AlertsCard } from '../alerts-card.tsx'
import { AuditPart } from '../audit-part.tsx'
import {
  areServersHealthy,
  areStoresHealthy,
  areWorkersHealthy,
  isAuditHealthy,
  isBackupHealthy,
  isServerHealthy,
} from '../health.ts'
import { BackupPart, DatabasePart, PaymentServerPart, PaymentServersPart, PricePart } from '../infrastructure-parts.tsx'
import { isOutage, OutageCard } from '../outage-card.tsx'
import { PauseCard } from '../pause-card.tsx'
import { QueuesCard } from '../queues-card.tsx'
import { RejectedInvoices } from '../rejected-invoices.tsx'
import { StoreSyncPart } from '../store-sync-part.tsx'
import { FailedEmails, StuckSends } from '../stuck-cards.tsx'
import '../system.css'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { requestCodeOf } from '../../../lib/api-error.ts'
import { formatTime } from '../../../lib/format-date.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { SpendingsCard } from '../../restores/index.ts'
import * as t from '../messages.ts'
import { PlatformWalletCard } from '../platform-wallet-card.tsx'
import { type System, useSystem } from '../use-system.ts'
import { WorkersPart } from '../workers-part.tsx'

const SystemPage = () => {
  const { data: system, isError, error, isFetching, dataUpdatedAt, refetch } = useSystem()
  return (
    <Page
      sentence={isError && system && t.notLive({ time: formatTime(new Date(dataUpdatedAt)) })}
      actions={
        <>
          <ButtonLink to={portalPaths.admin.doctor}>{t.doctor}</ButtonLink>
          <ButtonLink to={portalPaths.admin.incidents}>{t.incidents}</ButtonLink>
        </>
      }
    >
      {system ? (
        <>
          <Alerts system={system} />
          <SpendingsCard />
          <StuckSends sends={system.stuckSends} />
          <FailedEmails emails={system.failedMail} />
          <RejectedInvoices invoices={system.refusedInvoices} />
          <Parts system={system} />
        </>
      ) : isError ? (
        <LoadError
          card
          prominent
          title={t.notLoadedTitle}
          sentence={t.notLoaded}
          code={requestCodeOf(error)}
          reading={{ isFetching, refetch }}
        />
      ) : (
        <Card title={t.alerts}>
          <SkeletonLines lines={8} />
        </Card>
      )}
    </Page>
  )
}

/** Outages first, each with its own card, then one line for each other cause. */
const Alerts = ({ system }: { system: System }) => {
  const { alerts, missingSettings } = system
  const outages = alerts.filter(isOutage)
  const others = alerts.filter((alert) => !isOutage(alert))
  return (
    <>
      {outages.map((alert) => (
        <OutageCard key={alert.id} alert={alert} system={system} />
      ))}
      {(outages.length === 0 || others.length + missingSettings.length > 0) && (
        <AlertsCard alerts={others} missingSettings={missingSettings} />
      )}
    </>
  )
}

/** What doesn't work comes before the figures, and what works after them. */
const Parts = ({ system }: { system: System }) => {
  const parts = partsOf(system)
  return (
    <>
      {parts.filter(({ isHealthy }) => !isHealthy).map(drawPart)}
      <QueuesCard queues={system.queues} queueHistory={system.queueHistory} />
      <PauseCard paused={system.withdrawalsPaused} underReview={system.restoreUnderReview} />
      <PlatformWalletCard wallet={system.wallet} />
      <Card
        title={t.healthy}
        note={t.healthyCount({ count: parts.filter(({ isHealthy }) => isHealthy).length })}
        bare
        className="healthy"
        aria-label={t.healthy}
      >
        {parts.filter(({ isHealthy }) => isHealthy).map(drawPart)}
      </Card>
    </>
  )
}

type Part = { name: string; isHealthy: boolean; part: ReactElement }

const partsOf = (system: System): Part[] => [
  { name: 'audit', isHealthy: isAuditHealthy(system.audit), part: <AuditPart audit={system.audit} /> },
  {
    name: 'stores',
    isHealthy: areStoresHealthy(system.reconciliation),
    part: <StoreSyncPart reconciliation={system.reconciliation} />,
  },
  { name: 'server', isHealthy: isServerHealthy(system.engine), part: <PaymentServerPart system={system} /> },
  ...(system.engines.length > 1
    ? [
        {
          name: 'servers',
          isHealthy: areServersHealthy(system.engines),
          part: <PaymentServersPart engines={system.engines} />,
        },
      ]
    : []),
  { name: 'price', isHealthy: !system.price.isStale, part: <PricePart price={system.price} /> },
  ...(system.backup.isWatched
    ? [{ name: 'backup', isHealthy: isBackupHealthy(system), part: <BackupPart system={system} /> }]
    : []),
  { name: 'database', isHealthy: true, part: <DatabasePart system={system} /> },
  { name: 'workers', isHealthy: areWorkersHealthy(system.workers), part: <WorkersPart workers={system.workers} /> },
]

const drawPart = ({ name, part }: Part) => <Fragment key={name}>{part}</Fragment>

export default SystemPage
