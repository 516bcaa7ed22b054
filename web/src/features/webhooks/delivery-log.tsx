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
import * as t from './messages.ts'
import { type DeliveryStatus, useDeliveries } from './use-webhooks.ts'

const choices = [
  { value: 'all', text: t.all },
  { value: 'delivered', text: t.delivered },
  { value: 'waiting', text: t.pending },
  { value: 'failed', text: t.failed },
] as const

/** What the endpoint was sent or is to be sent, newest first. */
export const DeliveryLog = ({ endpointId }: { endpointId: number }) => {
  const [status, setStatus] = useState<DeliveryStatus | 'all'>('all')
  const log = useDeliveries(endpointId, status === 'all' ? undefined : status)
  const deliveries = log.data?.pages.flatMap((page) => page.rows)
  return (
    <section className="log" aria-label={t.log}>
      <header>
        <h3>{t.log}</h3>
        <Segmented label={t.show} options={choices} value={status} onChange={setStatus} />
      </header>
      {deliveries === undefined ? (
        log.isError ? (
          <Notice kind="bad">{t.logNotLoaded}</Notice>
        ) : (
          <SkeletonLines lines={3} />
        )
      ) : deliveries.length === 0 ? (
        <p className="muted">{status === 'all' ? t.nothingSent : t.nothingFound}</p>
      ) : (
        <ul>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
      {log.hasNextPage && (
        <Button size="sm" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t.loadMore}
        </Button>
      )}
    </section>
  )
}

const states: Record<WebhookDelivery['status'], { shape: BadgeShape; word: string }> = {
  delivered: { shape: 'solid', word: t.delivered },
  waiting: { shape: 'dashed', word: t.pending },
  failed: { shape: 'crossed', word: t.failed },
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
          {delivery.attempts > 1 && <span>{t.attempts({ count: delivery.attempts })}</span>}
          {delivery.answerStatus !== null && <span>{t.responded({ status: String(delivery.answerStatus) })}</span>}
          {delivery.status === 'waiting' && delivery.attempts > 0 && delivery.dueAt && (
            <span>{t.nextTry({ date: formatDateTime(delivery.dueAt) })}</span>
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
