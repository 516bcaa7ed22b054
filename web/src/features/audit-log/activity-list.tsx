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
import { useActivity, useStoreActivity } from './use-activity.ts'

/** The log itself, newest first. */
export const ActivityList = () => {
  const [params] = useSearchParams()
  const log = useActivity(readActivityFilters(params))
  return (
    <ListCard
      title="Acts"
      note="for ever, and never changed"
      rows={log.data?.pages.flatMap((page) => page.rows)}
      query={log}
      failed={{
        title: 'Unable to load the act log',
        sentence: 'Nothing is lost. Only this list could not be read.',
        code: log.error instanceof ApiError && log.error.requestId ? `request ${log.error.requestId}` : undefined,
      }}
      empty={
        params.size > 0 ? (
          <EmptyState card={false} scene="none" title="No acts match your filters" />
        ) : (
          <EmptyState
            card={false}
            scene="berths"
            title="Nothing recorded yet"
            sentence="Privileged acts will appear here"
          />
        )
      }
    >
      {(acts) => <ActivityRows acts={acts} isBusy={log.isPlaceholderData} />}
    </ListCard>
  )
}

/** What a store's own people and programs did, newest first. */
export const StoreActivityList = () => {
  const log = useStoreActivity()
  return (
    <ListCard
      title="Activity"
      note="kept forever"
      rows={log.data?.pages.flatMap((page) => page.rows)}
      query={log}
      failed={{
        title: 'Unable to load activity',
        sentence: 'Couldn’t load this list. Your money is safe.',
        code: log.error instanceof ApiError && log.error.requestId ? `request ${log.error.requestId}` : undefined,
      }}
      empty={<EmptyState card={false} scene="berths" title="No activity yet" sentence="Changes will appear here" />}
    >
      {(acts) => <ActivityRows acts={acts} isBusy={log.isPlaceholderData} isOwn />}
    </ListCard>
  )
}

type ActivityRowsProps = {
  acts: readonly Act[]
  isBusy: boolean /** Every row is about the reader's own store. */
  isOwn?: boolean
}

const ActivityRows = ({ acts, isBusy, isOwn = false }: ActivityRowsProps) => (
  <ol className="acts-log" aria-busy={isBusy || undefined}>
    {acts.map((act) => (
      <Row key={act.id} act={isOwn ? { ...act, merchantId: null } : act} />
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
              {act.storeName ?? `Store ${act.merchantId}`}
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
