import type { Incident } from '@bitquay/contract/status'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { paths } from '../../../frame/screens.ts'
import { fillMessage } from '../../../lib/fill-message.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { OpenIncidentCard, PastIncidentCard } from '../incident-card.tsx'
import * as t from '../messages.ts'
import { PostIncidentDialog } from '../post-incident-dialog.tsx'
import { ResolveIncidentDialog } from '../resolve-incident-dialog.tsx'
import { UpdateIncidentDialog } from '../update-incident-dialog.tsx'
import '../status-page.css'
import { useIncidents } from '../use-incidents.ts'

type Opened = { dialog: 'post' } | { dialog: 'update' | 'resolve'; incident: Incident }

const IncidentsPage = () => {
  const { data: incidents, isError, isFetching, refetch } = useIncidents()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <Page
      sentence={fillMessage(t.incidentsPurpose, {
        link: (
          <Link className="link" to={paths.status}>
            {t.statusPage}
          </Link>
        ),
      })}
      actions={
        <Button
          variant="signal"
          icon={<Plus className="ico" aria-hidden="true" />}
          onClick={() => setOpened({ dialog: 'post' })}
        >
          {t.postIncident}
        </Button>
      }
    >
      {incidents && incidents.length > 0 ? (
        <Incidents
          incidents={incidents}
          onUpdate={(incident) => setOpened({ dialog: 'update', incident })}
          onResolve={(incident) => setOpened({ dialog: 'resolve', incident })}
        />
      ) : incidents ? (
        <EmptyState scene="berths" title={t.noIncidents} sentence={t.noIncidentsNext} />
      ) : isError ? (
        <LoadError
          card
          title={t.incidentsNotLoadedTitle}
          sentence={t.incidentsNotLoaded}
          reading={{ isFetching, refetch }}
        />
      ) : (
        <Card>
          <SkeletonLines lines={4} />
        </Card>
      )}
      {opened?.dialog === 'post' && <PostIncidentDialog onClose={close} />}
      {opened?.dialog === 'update' && <UpdateIncidentDialog incident={opened.incident} onClose={close} />}
      {opened?.dialog === 'resolve' && <ResolveIncidentDialog incident={opened.incident} onClose={close} />}
    </Page>
  )
}

type IncidentsProps = {
  incidents: readonly Incident[]
  onUpdate: (incident: Incident) => void
  onResolve: (incident: Incident) => void
}

const Incidents = ({ incidents, onUpdate, onResolve }: IncidentsProps) => {
  const open = incidents.filter(({ resolvedAt }) => resolvedAt === null)
  const past = incidents.filter(({ resolvedAt }) => resolvedAt !== null)
  return (
    <>
      {open.length > 0 && (
        <Card title={t.openIncidents} bare>
          {open.map((incident) => (
            <OpenIncidentCard
              key={incident.id}
              incident={incident}
              actions={
                <>
                  <Button onClick={() => onUpdate(incident)}>{t.postUpdate}</Button>
                  <Button onClick={() => onResolve(incident)}>{t.resolve}</Button>
                </>
              }
            />
          ))}
        </Card>
      )}
      {past.length > 0 && (
        <Card title={t.pastIncidents} bare>
          {past.map((incident) => (
            <PastIncidentCard key={incident.id} incident={incident} />
          ))}
        </Card>
      )}
    </>
  )
}

export default IncidentsPage
