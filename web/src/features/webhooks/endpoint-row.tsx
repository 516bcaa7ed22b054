import type { WebhookEndpoint } from '@bitquay/contract/webhooks'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { formatAge, formatDateTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import * as t from './messages.ts'

type EndpointRowProps = { endpoint: WebhookEndpoint; onSecret: (secret: string) => void }

/** One endpoint; a press unfolds what can be done with it and what it was sent. */
export const EndpointRow = ({ endpoint, onSecret }: EndpointRowProps) => {
  const [open, setOpen] = useState(false)
  const id = useId()
  const now = useNow(30_000)
  const { url, description, events, lastDeliveredAt, waiting, failed, previousSecretUntil, disabledBecause } = endpoint
  const rotating = previousSecretUntil !== null && Date.parse(previousSecretUntil) > now.getTime()
  return (
    <li className={open ? 'open' : undefined}>
      <button type="button" className="line" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <span className="where mono">{url}</span>
        <span className="meta">
          {description && <span>{description}</span>}
          <span>
            {events.includes('*')
              ? t.allEvents
              : events.length === 1
                ? events[0]
                : t.eventCount({ count: events.length })}
          </span>
          <span>
            {lastDeliveredAt ? t.lastDelivered({ age: formatAge(lastDeliveredAt, now) }) : t.nothingDelivered}
          </span>
          {waiting > 0 && (
            <span>{t.pendingCount({ count: waiting >= 1000 ? t.thousandOrMore : formatCount(waiting) })}</span>
          )}
          {failed > 0 && <span className="bad">{t.failedCount({ count: formatCount(failed) })}</span>}
        </span>
        <span className="state">
          {endpoint.kind === 'btcpay' && <Tag>{t.shopPlugin}</Tag>}
          {endpoint.enabled ? <Badge shape="solid">{t.enabled}</Badge> : <Badge shape="open">{t.disabled}</Badge>}
        </span>
        <ChevronDown className="ico chevron" aria-hidden="true" />
      </button>
      <div id={id} hidden={!open}>
        {open && (
          <div className="inside">
            {disabledBecause === 'gone' && <Notice kind="bad">{t.gone}</Notice>}
            {rotating && <Notice kind="wait">{t.rotating({ date: formatDateTime(previousSecretUntil) })}</Notice>}
            <EndpointActions endpoint={endpoint} onSecret={onSecret} />
            <DeliveryLog endpointId={endpoint.id} />
          </div>
        )}
      </div>
    </li>
  )
}
