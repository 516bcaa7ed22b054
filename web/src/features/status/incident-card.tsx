import type { Incident } from '@bitquay/contract/status'
import type { ReactNode } from 'react'
import { formatActivity, formatAge, formatDate, formatDateTime } from '../../lib/format-date.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { componentNames, incidentStateNames, stateBadges } from './component-names.ts'
import * as t from './messages.ts'
import '../../ui/timeline.css'

type IncidentCardProps = { incident: Incident; actions?: ReactNode }

/** An open incident: what it affects, what it means for money, and every step so far. */
export const OpenIncidentCard = ({ incident, actions }: IncidentCardProps) => (
  <article className="incident breaks" aria-label={incident.title}>
    <div className="h cluster gap-y-1 gap-x-3">
      <h3 className="text-base strong">{incident.title}</h3>
      <Badge shape="crossed">{t.open}</Badge>
    </div>
    <div className="flex wraps gap-1.5 mb-3">
      {incident.impacts.map(({ component, impact }) => (
        <Tag key={component}>
          {t.componentImpact({ name: componentNames[component], impact: stateBadges[impact].word })}
        </Tag>
      ))}
    </div>
    <Money incident={incident} />
    <Timeline incident={incident} />
    {actions && <div className="acts flex wraps gap-2 mt-4">{actions}</div>}
  </article>
)

/** A resolved incident ends with what was changed. */
export const PastIncidentCard = ({ incident }: { incident: Incident }) => {
  const { title, startedAt, resolvedAt, updates, changed } = incident
  return (
    <article className="incident breaks" aria-label={title}>
      <div className="h cluster gap-y-1 gap-x-3">
        <h3 className="text-base strong">{title}</h3>
        <span className="small quiet">
          {resolvedAt === null
            ? formatDate(startedAt)
            : t.dateAndLength({ date: formatDate(startedAt), length: formatAge(startedAt, new Date(resolvedAt)) })}
        </span>
        <Badge shape="solid">{t.resolved}</Badge>
      </div>
      <p className="muted">{updates[0]?.sentence}</p>
      <Money incident={incident} />
      {changed !== null && (
        <p className="muted">
          <b className="ink strong">{t.whatChanged}</b> {changed}
        </p>
      )}
      <details className="mt-2">
        <summary className="small link">{t.timeline}</summary>
        <Timeline incident={incident} />
      </details>
    </article>
  )
}

const Money = ({ incident: { updates } }: { incident: Incident }) => (
  <p className="muted small">
    <b className="ink strong">{t.yourMoney}</b> {updates[0]?.money}
  </p>
)

const Timeline = ({ incident: { updates } }: { incident: Incident }) => (
  <ol className="timeline stack">
    {updates.map(({ state, sentence, at }, index) => (
      <li key={`${at} ${index}`} className={index === 0 && state !== 'resolved' ? 'is-open' : undefined}>
        <div>
          <b className="ink strong">{incidentStateNames[state]}</b>
          <time className="small quiet block" dateTime={at} title={formatDateTime(at)}>
            {formatActivity(at)}
          </time>
          <p className="small muted">{sentence}</p>
        </div>
      </li>
    ))}
  </ol>
)
