import { deliveryStatusWords, type WebhookDelivery } from '@bitquay/contract/webhooks'
import type { BadgeShape } from '../../ui/badge.tsx'

const shapes: Record<WebhookDelivery['status'], BadgeShape> = {
  delivered: 'solid',
  waiting: 'dashed',
  failed: 'crossed',
}

export const stateOf = ({ status }: Pick<WebhookDelivery, 'status'>) => ({
  shape: shapes[status],
  word: deliveryStatusWords[status],
})
