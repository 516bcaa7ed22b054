import type { Act } from '@bitquay/contract/act-log'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { formatActivity, formatDateTime } from '../../lib/format-date.ts'
import type { DataColumn } from '../../ui/list-surface/data-table.tsx'
import { actorNames, actorOf, detailsOf, nameOfActivity, subjectOf } from './describe-activity.ts'
import * as t from './messages.ts'

const activity: DataColumn<Act> = {
  name: 'activity',
  head: t.listTitle,
  always: true,
  cell: (act) => (
    <>
      <span className="l1">
        <span className="who">{nameOfActivity(act.act)}</span>
      </span>
      <span className="l2">{subjectOf(act)}</span>
    </>
  ),
}

const store: DataColumn<Act> = {
  name: 'store',
  head: t.storeHead,
  cell: ({ merchantId, storeName }) =>
    merchantId !== null && (
      <Link className="link clip" to={pathTo(portalPaths.admin.merchant, { merchantId })}>
        {storeName ?? t.store({ id: String(merchantId) })}
      </Link>
    ),
}

const actor: DataColumn<Act> = {
  name: 'actor',
  head: t.userHead,
  always: true,
  cell: (act) => <Actor act={act} />,
}

const details: DataColumn<Act> = {
  name: 'details',
  head: t.detailsHead,
  cell: ({ detail }) => {
    const text = detailsOf(detail)
      .map(({ name, value }) => t.detail({ name, value }))
      .join(' · ')
    return (
      <span className="clip" title={text}>
        {text}
      </span>
    )
  },
}

const date: DataColumn<Act> = {
  name: 'date',
  head: t.dateHead,
  sort: 'date',
  always: true,
  cell: ({ at }) => (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatActivity(at)}
    </time>
  ),
}

/** A store's own list. */
export const storeActivityColumns: readonly DataColumn<Act>[] = [activity, actor, details, date]

/** The list of all stores and of the platform. */
export const auditLogColumns: readonly DataColumn<Act>[] = [activity, actor, store, details, date]

/** Who, and from where. */
const Actor = ({ act }: { act: Act }) => (
  <>
    <span className="l1">
      <span className="clip" title={act.actorEmail ?? undefined}>
        {actorOf(act)}
      </span>
    </span>
    <span className="l2">
      {[act.actorEmail === null ? null : actorNames[act.actorKind], act.sourceAddress].filter(Boolean).join(' · ')}
    </span>
  </>
)
