import type { WebhookEndpoint } from '@bitquay/contract/webhooks'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { EndpointMeta, EndpointState } from './endpoint-meta.tsx'

/** One endpoint. Its page has its actions and its deliveries. */
export const EndpointRow = ({ endpoint }: { endpoint: WebhookEndpoint }) => (
  <li>
    <Link className="line stack middle" to={pathTo(portalPaths.merchant.webhook, { webhookId: endpoint.id })}>
      <span className="where mono clip">{endpoint.url}</span>
      <EndpointMeta endpoint={endpoint} />
      <EndpointState endpoint={endpoint} />
      <ChevronRight className="ico chevron quiet" aria-hidden="true" />
    </Link>
  </li>
)
