import { eventTypes } from '@bitquay/contract/webhook-events'
import { deliveryStatuses, type WebhookDelivery } from '@bitquay/contract/webhooks'
import type { BuiltInView, ListFilter } from '../../frame/list-surface/filter-card.tsx'
import type { ListSpec } from '../../frame/list-surface/use-list-view.ts'
import { stateOf } from './describe-delivery.ts'
import * as t from './messages.ts'

/** `ping` is the event of a test. */
const types = [...eventTypes, 'ping'] as const

export type DeliveryFilters = { status?: WebhookDelivery['status']; type?: (typeof types)[number] }

/** What can't be read is left out. */
const readFilters = (params: URLSearchParams): DeliveryFilters => {
  const status = deliveryStatuses.find((value) => value === params.get('status'))
  const type = types.find((value) => value === params.get('type'))
  return { ...(status ? { status } : {}), ...(type ? { type } : {}) }
}

export const deliveryList: ListSpec<DeliveryFilters, 'date'> = {
  list: 'webhook-deliveries',
  readFilters,
  sorts: ['date'],
}

const statuses = ['delivered', 'waiting', 'failed'] as const

export const deliveryViews: readonly BuiltInView[] = [
  { name: t.all, filters: {} },
  ...statuses.map((status) => ({ name: stateOf({ status }).word, filters: { status } })),
]

export const deliveryFilters: readonly ListFilter[] = [
  {
    name: 'status',
    label: t.statusHead,
    options: statuses.map((status) => ({ value: status, text: stateOf({ status }).word })),
  },
  { name: 'type', label: t.eventHead, options: types.map((type) => ({ value: type, text: type })) },
]
