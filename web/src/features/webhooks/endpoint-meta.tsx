import type { WebhookEndpoint } from '@bitquay/contract/webhooks'
import { formatAgo } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import * as t from './messages.ts'

type Shown = { endpoint: WebhookEndpoint }

/** Its description, which events it gets, and how its deliveries are doing. */
export const EndpointMeta = ({ endpoint }: Shown) => {
  const { description, events, lastDeliveredAt, waiting, failed, dropped } = endpoint
  const now = useNow(30_000)
  return (
    <span className="meta flex wraps quiet small">
      {description && <span>{description}</span>}
      <span>
        {events.includes('*') ? t.allEvents : events.length === 1 ? events[0] : t.eventCount({ count: events.length })}
      </span>
      <span>{lastDeliveredAt ? t.lastDelivered({ ago: formatAgo(lastDeliveredAt, now) }) : t.nothingDelivered}</span>
      {waiting > 0 && (
        <span>{t.pendingCount({ count: waiting >= 1000 ? t.thousandOrMore : formatCount(waiting) })}</span>
      )}
      {failed > 0 && <span className="text-bad">{t.failedCount({ count: formatCount(failed) })}</span>}
      {dropped > 0 && (
        <span className="text-bad">
          {t.droppedCount({ count: dropped >= 1000 ? t.thousandOrMore : formatCount(dropped) })}
        </span>
      )}
    </span>
  )
}

export const EndpointState = ({ endpoint: { kind, enabled } }: Shown) => (
  <span className="state flex gap-2">
    {kind === 'btcpay' && <Tag>{t.shopPlugin}</Tag>}
    {enabled ? <Badge shape="solid">{t.enabled}</Badge> : <Badge shape="open">{t.disabled}</Badge>}
  </span>
)
