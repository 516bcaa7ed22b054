import { deliveryList, type WebhookDelivery } from '@bitquay/contract/webhooks'
import { DeclaredExport, DeclaredList, showList } from '../../frame/list-surface/show-list.tsx'
import { useList } from '../../frame/list-surface/use-list.ts'
import { formatActivity, formatDateTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import './delivery-list.css'
import 'list-layout:webhooks/deliveryList.css'
import { stateOf } from './describe-delivery.ts'
import * as t from './messages.ts'

const statuses = ['delivered', 'waiting', 'failed'] as const

export const shownDeliveries = showList(deliveryList, {
  label: t.log,
  className: 'dt--one',
  cells: {
    event: [t.eventHead, ({ type }) => <span className="mono">{type}</span>],
    status: [t.statusHead, (delivery) => <Status delivery={delivery} />],
    response: [
      t.responseHead,
      ({ answerStatus }) =>
        answerStatus === null ? <span className="quiet">{t.noResponseYet}</span> : String(answerStatus),
    ],
    attempts: [t.attemptsHead, ({ attempts }) => formatCount(attempts)],
    date: [
      t.createdHead,
      ({ createdAt }) => <span title={formatDateTime(createdAt)}>{formatActivity(createdAt)}</span>,
    ],
  },
  nameOf: ({ type, createdAt }) => t.rowName({ type, date: formatDateTime(createdAt) }),
  views: () => [
    { name: t.all, filters: {} },
    ...statuses.map((status) => ({ name: stateOf({ status }).word, filters: { status } })),
  ],
  chips: {
    status: {
      label: t.statusHead,
      options: statuses.map((status) => ({ value: status, text: stateOf({ status }).word })),
    },
    type: {
      label: t.eventHead,
      options: deliveryList.filters.type.values.map((type) => ({ value: type, text: type })),
    },
  },
  renderDetail: ({ id }) => <DeliveryDetail id={id} />,
  loading: t.loadingLog,
  empty: <EmptyState card={false} scene="berths" title={t.nothingSent} sentence={t.nothingSentNext} />,
  filteredEmpty: { title: t.nothingFound, sentence: t.adjustFilters },
  failed: { title: t.logNotLoadedTitle, sentence: t.logNotLoaded },
  exportName: t.deliveries,
})

const Status = ({ delivery: { status, dueAt } }: { delivery: WebhookDelivery }) => {
  const { shape, word } = stateOf({ status })
  const now = useNow()
  return (
    <span className="l1">
      <Badge shape={shape}>{word}</Badge>
      {dueAt && (
        <span className="quiet note">
          {new Date(dueAt) > now
            ? t.nextTry({ date: formatActivity(dueAt) })
            : t.dueSince({ date: formatActivity(dueAt) })}
        </span>
      )}
    </span>
  )
}

/** What the endpoint was sent or is to be sent. */
export const DeliveryList = ({ endpointId }: { endpointId: number }) => {
  const list = useList(shownDeliveries, { id: endpointId })
  return (
    <>
      <div className="c12 cluster between gap-y-2 gap-x-4 mt-2">
        <h2 className="text-lg strong">{t.log}</h2>
        <DeclaredExport of={list} />
      </div>
      <DeclaredList of={list} />
    </>
  )
}
