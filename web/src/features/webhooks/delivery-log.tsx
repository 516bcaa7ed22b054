import type { WebhookDelivery } from '@bitquay/contract/webhooks'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { formatDateTime } from '../../lib/format-date.ts'
import { Badge, type BadgeShape } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { DeliveryDetails } from './delivery-details.tsx'
import { type DeliveryStatus, useDeliveries } from './use-webhooks.ts'

const choices = [
  { value: 'all', text: 'All' },
  { value: 'delivered', text: 'Delivered' },
  { value: 'waiting', text: 'Waiting' },
  { value: 'failed', text: 'Given up' },
] as const

/** What the endpoint was sent or is to be sent, newest first. */
export const DeliveryLog = ({ endpointId }: { endpointId: number }) => {
  const [status, setStatus] = useState<DeliveryStatus | 'all'>('all')
  const log = useDeliveries(endpointId, status === 'all' ? undefined : status)
  const deliveries = log.data?.pages.flatMap((page) => page.rows)
  return (
    <section className="log" aria-label="Delivery log">
      <header>
        <h3>Delivery log</h3>
        <Segmented label="Show" options={choices} value={status} onChange={setStatus} />
      </header>
      {deliveries === undefined ? (
        log.isError ? (
          <Notice kind="bad">The log could not be loaded.</Notice>
        ) : (
          <SkeletonLines lines={3} />
        )
      ) : deliveries.length === 0 ? (
        <p className="muted">{status === 'all' ? 'Nothing was sent yet.' : 'Nothing here.'}</p>
      ) : (
        <ul>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
      {log.hasNextPage && (
        <Button size="sm" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          Load more
        </Button>
      )}
    </section>
  )
}

const states: Record<WebhookDelivery['status'], { shape: BadgeShape; word: string }> = {
  delivered: { shape: 'solid', word: 'Delivered' },
  waiting: { shape: 'dashed', word: 'Waiting' },
  failed: { shape: 'crossed', word: 'Given up' },
}

const DeliveryRow = ({ delivery }: { delivery: WebhookDelivery }) => {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { shape, word } = states[delivery.status]
  return (
    <li className={open ? 'open' : undefined}>
      <button type="button" className="line" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <span className="where mono">{delivery.type}</span>
        <span className="meta">
          <span>{formatDateTime(delivery.createdAt)}</span>
          {delivery.attempts > 1 && <span>{delivery.attempts} attempts</span>}
          {delivery.answerStatus !== null && <span>answered {delivery.answerStatus}</span>}
          {delivery.status === 'waiting' && delivery.attempts > 0 && delivery.dueAt && (
            <span>next try {formatDateTime(delivery.dueAt)}</span>
          )}
        </span>
        <span className="state">
          <Badge shape={shape}>{word}</Badge>
        </span>
        <ChevronDown className="ico chevron" aria-hidden="true" />
      </button>
      <div id={id} hidden={!open}>
        {open && <DeliveryDetails id={delivery.id} />}
      </div>
    </li>
  )
}
