import type { WebhookDelivery } from '@bitquay/contract/webhooks'
import { formatActivity, formatDateTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { Badge } from '../../ui/badge.tsx'
import type { DataColumn } from '../../ui/list-surface/data-table.tsx'
import { stateOf } from './describe-delivery.ts'
import * as t from './messages.ts'

export const deliveryColumns: readonly DataColumn<WebhookDelivery>[] = [
  { name: 'event', head: t.eventHead, always: true, cell: ({ type }) => <span className="mono">{type}</span> },
  { name: 'status', head: t.statusHead, always: true, cell: (delivery) => <Status delivery={delivery} /> },
  {
    name: 'response',
    head: t.responseHead,
    cell: ({ answerStatus }) =>
      answerStatus === null ? <span className="quiet">{t.noResponseYet}</span> : String(answerStatus),
  },
  { name: 'attempts', head: t.attemptsHead, numeric: true, cell: ({ attempts }) => formatCount(attempts) },
  {
    name: 'date',
    head: t.createdHead,
    sort: 'date',
    always: true,
    cell: ({ createdAt }) => <span title={formatDateTime(createdAt)}>{formatActivity(createdAt)}</span>,
  },
]

const Status = ({ delivery: { status, attempts, dueAt } }: { delivery: WebhookDelivery }) => {
  const { shape, word } = stateOf({ status })
  return (
    <span className="l1">
      <Badge shape={shape}>{word}</Badge>
      {status === 'waiting' && attempts > 0 && dueAt && (
        <span className="quiet note">{t.nextTry({ date: formatActivity(dueAt) })}</span>
      )}
    </span>
  )
}
