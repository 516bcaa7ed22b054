import { type Act, actorKinds, auditLog, storeActivity } from '@bitquay/contract/audit-log'
import { actorNames, actorOf, nameOfActivity, subjectOf } from '@bitquay/contract/audit-log.words'
import { Link } from 'react-router'
import { showList } from '../../frame/list-surface/show-list.tsx'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { formatActivity, formatDateTime } from '../../lib/format-date.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ActivityDetail } from './activity-detail.tsx'
import './activity-list.css'
import 'list-layout:audit-log/auditLog.css'
import { detailsOf } from './describe-activity.ts'
import * as t from './messages.ts'
import { storeActs } from './store-acts.ts'

const cells = {
  activity: [
    t.listTitle,
    (act: Act) => (
      <>
        <span className="l1">
          <span className="who">{nameOfActivity(act.act)}</span>
        </span>
        <span className="l2">{subjectOf(act)}</span>
      </>
    ),
  ],
  actor: [t.userHead, (act: Act) => <Actor act={act} />],
  details: [
    t.detailsHead,
    ({ detail }: Act) => {
      const text = detailsOf(detail)
        .map(({ name, value }) => t.detail({ name, value }))
        .join(' · ')
      return (
        <span className="clip" title={text}>
          {text}
        </span>
      )
    },
  ],
  date: [
    t.dateHead,
    ({ at }: Act) => (
      <time dateTime={at} title={formatDateTime(at)}>
        {formatActivity(at)}
      </time>
    ),
  ],
} as const

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

const typeChip = (acts: readonly string[]) => ({
  label: t.type,
  options: acts
    .map((act) => ({ value: act, text: nameOfActivity(act) }))
    .sort((one, other) => one.text.localeCompare(other.text)),
  format: nameOfActivity,
})

const common = {
  everyMs: 15_000,
  label: t.listTitle,
  nameOf: (act: Act) => t.rowName({ activity: nameOfActivity(act.act), actor: actorOf(act) }),
  renderDetail: (act: Act) => <ActivityDetail act={act} />,
  loading: t.loadingActivity,
  filteredEmpty: { title: t.noMatch, sentence: t.adjustFilters },
}

const emptyState = (sentence: string) => (
  <EmptyState card={false} scene="berths" title={t.emptyTitle} sentence={sentence} />
)

/** What everyone did, on the platform and in all stores. */
export const shownAuditLog = showList(auditLog, {
  ...common,
  cells: {
    ...cells,
    store: [
      t.storeHead,
      ({ merchantId, storeName }) =>
        merchantId !== null && (
          <Link className="link clip" to={pathTo(portalPaths.admin.merchant, { merchantId })}>
            {storeName ?? t.store({ id: String(merchantId) })}
          </Link>
        ),
    ],
  },
  searchHint: t.searchHint,
  note: t.listNote,
  empty: emptyState(t.empty),
  failed: { title: t.notLoadedTitle, sentence: t.notLoaded },
})

type Store = { merchantId: number; storeName: string }

/** Chips for what was done, by what kind of user, and in which store. */
export const auditLogChips = (acts: readonly string[], stores: readonly Store[]) => ({
  act: typeChip(acts),
  actorKind: { label: t.actor, options: actorKinds.map((kind) => ({ value: kind, text: actorNames[kind] })) },
  merchantId: {
    label: t.storeHead,
    options: stores.map(({ merchantId, storeName }) => ({ value: String(merchantId), text: storeName })),
    format: (id: string) => t.store({ id }),
  },
})

/** What the store's own people and programs did. */
export const shownStoreActivity = showList(storeActivity, {
  ...common,
  cells,
  chips: { act: typeChip(storeActs) },
  note: t.storeNote,
  empty: emptyState(t.storeEmpty),
  failed: { title: t.storeNotLoadedTitle, sentence: t.storeNotLoaded },
})
