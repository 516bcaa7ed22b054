import type { Act } from '@bitquay/contract/act-log'
import { Link, useSearchParams } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { ApiError } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { readActivityFilters } from './filters.ts'
import './audit-log.css'
import { actorNames, actorOf, detailsOf, nameOfActivity, subjectOf } from './describe-activity.ts'
import * as t from './messages.ts'
import { useActivity } from './use-activity.ts'

/** The audit log, newest first. */
export const ActivityList = () => {
  const [params] = useSearchParams()
  const log = useActivity(readActivityFilters(params))
  return (
    <ListCard
      title={t.listTitle}
      note={t.listNote}
      rows={log.data?.pages.flatMap((page) => page.rows)}
      query={log}
      failed={{
        title: t.notLoadedTitle,
        sentence: t.notLoaded,
        code: requestOf(log.error),
      }}
      empty={
        params.size > 0 ? (
          <EmptyState card={false} scene="none" title={t.noMatch} />
        ) : (
          <EmptyState card={false} scene="berths" title={t.emptyTitle} sentence={t.empty} />
        )
      }
    >
      {(acts) => <ActivityRows acts={acts} isBusy={log.isPlaceholderData} />}
    </ListCard>
  )
}

const requestOf = (error: Error | null) =>
  error instanceof ApiError && error.requestId ? t.request({ id: error.requestId }) : undefined

const ActivityRows = ({ acts, isBusy }: { acts: readonly Act[]; isBusy: boolean }) => (
  <ol className="acts-log" aria-busy={isBusy || undefined}>
    {acts.map((act) => (
      <Row key={act.id} act={act} />
    ))}
  </ol>
)

const Row = ({ act }: { act: Act }) => {
  const subject = subjectOf(act)
  const details = detailsOf(act.detail)
  return (
    <li>
      <time className="small muted" dateTime={act.at}>
        {formatDateTime(act.at)}
      </time>
      <div className="min-w-0">
        <div className="strong">{nameOfActivity(act.act)}</div>
        <div className="small quiet">
          {subject}
          {subject && act.merchantId !== null && ' · '}
          {act.merchantId !== null && (
            <Link className="link" to={pathTo(portalPaths.admin.merchant, { merchantId: act.merchantId })}>
              {act.storeName ?? t.store({ id: String(act.merchantId) })}
            </Link>
          )}
        </div>
      </div>
      <div className="min-w-0">
        <div className="who" title={act.actorEmail ?? undefined}>
          {actorOf(act)}
        </div>
        <div className="small quiet">
          {act.actorEmail !== null && actorNames[act.actorKind]}
          {act.actorEmail !== null && act.sourceAddress !== null && ' · '}
          {act.sourceAddress !== null && <span className="mono">{act.sourceAddress}</span>}
        </div>
      </div>
      {details.length > 0 && (
        <dl className="small">
          {details.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
