import { Link } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { PlainFrame } from '../../../frame/plain-frame.tsx'
import { paths } from '../../../frame/screens.ts'
import { fillMessage } from '../../../lib/fill-message.ts'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { ComponentHistory } from '../component-history.tsx'
import { OpenIncidentCard, PastIncidentCard } from '../incident-card.tsx'
import * as t from '../messages.ts'
import { PaymentServers } from '../payment-servers.tsx'
import { StatusLead } from '../status-lead.tsx'
import '../status-page.css'
import { type StatusHistory, useStatusHistory } from '../use-status-history.ts'

const StatusPage = () => {
  const { data: history, isError, isFetching, dataUpdatedAt, refetch } = useStatusHistory()
  return (
    <PlainFrame narrow>
      <Page sentence={t.purpose}>
        {history ? (
          <>
            <StatusLead history={history} isLost={isError} updatedAt={new Date(dataUpdatedAt)} />
            <ComponentHistory components={history.components} />
            <PaymentServers />
            <Incidents incidents={history.incidents} />
          </>
        ) : isError ? (
          <LoadError card prominent title={t.notLoadedTitle} sentence={t.notLoaded} reading={{ isFetching, refetch }} />
        ) : (
          <Card>
            <SkeletonLines lines={8} />
          </Card>
        )}
        <p className="c12 small muted">
          {t.timeZone} {fillMessage(t.help, { link: <Link to={paths.contact}>{t.contactUs}</Link> })}
        </p>
      </Page>
    </PlainFrame>
  )
}

const Incidents = ({ incidents }: Pick<StatusHistory, 'incidents'>) => {
  const open = incidents.filter(({ resolvedAt }) => resolvedAt === null)
  const past = incidents.filter(({ resolvedAt }) => resolvedAt !== null)
  return (
    <>
      {open.length > 0 && (
        <>
          <h2 className="hull c12 status-section mt-4">{t.now}</h2>
          <section className="card c12" aria-label={t.openIncidents}>
            {open.map((incident) => (
              <OpenIncidentCard key={incident.id} incident={incident} />
            ))}
          </section>
        </>
      )}
      <h2 className="hull c12 status-section mt-4">{t.pastIncidents}</h2>
      <section className="card c12" aria-label={t.pastIncidents}>
        {past.map((incident) => (
          <PastIncidentCard key={incident.id} incident={incident} />
        ))}
        {past.length === 0 && <p className="incident muted breaks">{t.noPastIncidents}</p>}
      </section>
    </>
  )
}

export default StatusPage
