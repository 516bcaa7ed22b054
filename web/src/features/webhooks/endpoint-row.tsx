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
            {events.includes('*') ? 'all events' : events.length === 1 ? events[0] : `${events.length} kinds of events`}
          </span>
          <span>{lastDeliveredAt ? `delivered ${formatAge(lastDeliveredAt, now)} ago` : 'nothing delivered yet'}</span>
          {waiting > 0 && <span>{waiting >= 1000 ? '1,000 or more' : formatCount(waiting)} waiting</span>}
          {failed > 0 && <span className="bad">{formatCount(failed)} given up</span>}
        </span>
        <span className="state">
          {endpoint.kind === 'btcpay' && <Tag>Shop plugin</Tag>}
          {endpoint.enabled ? <Badge shape="solid">Enabled</Badge> : <Badge shape="open">Disabled</Badge>}
        </span>
        <ChevronDown className="ico chevron" aria-hidden="true" />
      </button>
      <div id={id} hidden={!open}>
        {open && (
          <div className="inside">
            {disabledBecause === 'gone' && (
              <Notice kind="bad">
                It answered 410 Gone, so nothing more is sent. What waits is kept; enable it to go on.
              </Notice>
            )}
            {rotating && (
              <Notice kind="wait">
                Until {formatDateTime(previousSecretUntil)} messages carry signatures of both secrets, the old one and
                the new one.
              </Notice>
            )}
            <EndpointActions endpoint={endpoint} onSecret={onSecret} />
            <DeliveryLog endpointId={endpoint.id} />
          </div>
        )}
      </div>
    </li>
  )
}
