import type { WebhookDelivery } from '@bitquay/contract/webhooks'
import type { BadgeShape } from '../../ui/badge.tsx'
import * as t from './messages.ts'

const states: Record<WebhookDelivery['status'], { shape: BadgeShape; word: string }> = {
  delivered: { shape: 'solid', word: t.delivered },
  waiting: { shape: 'dashed', word: t.pending },
  failed: { shape: 'crossed', word: t.failed },
}

export const stateOf = ({ status }: Pick<WebhookDelivery, 'status'>) => states[status]
