import type { ListFilter } from '../../frame/list-surface/filter-card.tsx'
import type { ListSpec } from '../../frame/list-surface/use-list-view.ts'
import { nameOfActivity } from './describe-activity.ts'
import * as t from './messages.ts'

export type StoreActivityFilters = { act?: string }

const readFilters = (params: URLSearchParams): StoreActivityFilters => {
  const act = params.get('act')?.slice(0, 80)
  return act ? { act } : {}
}

export const storeActivityList: ListSpec<StoreActivityFilters, 'date'> = {
  list: 'audit-log',
  readFilters,
  sorts: ['date'],
}

/** What a store's people and API keys can do. */
const storeActs = [
  'signed-in',
  'signed-out',
  'sessions-ended',
  'password-changed',
  'password-reset',
  'invitation-accepted',
  'two-factor-enabled',
  'two-factor-disabled',
  'two-factor-paused',
  'recovery-code-used',
  'recovery-codes-renewed',
  'recovery-words-read',
  'settings-changed',
  'invoice-marked-settled',
  'invoice-marked-invalid',
  'invoice-resent',
  'invoice-resolved',
  'invoice-canceled',
  'invoice-changed',
  'payment-link-created',
  'payment-link-changed',
  'lightning-address-changed',
  'lightning-name-released',
  'till-created',
  'till-changed',
  'till-device-added',
  'till-device-bound',
  'till-device-revoked',
  'till-device-changed',
  'till-device-unlocked',
  'till-refunds-locked',
  'till-refund-declined',
  'till-cashier-added',
  'till-cashier-removed',
  'withdrawal-requested',
  'withdrawal-cancelled',
  'refund-offered',
  'refund-called-off',
  'refund-approved',
  'loop-out-requested',
  'loop-out-cancelled',
  'team-user-invited',
  'merchant-user-changed',
  'merchant-user-removed',
  'api-key-created',
  'api-key-changed',
  'api-key-confirmed',
  'api-key-revoked',
  'webhook-added',
  'webhook-changed',
  'webhook-removed',
  'webhook-secret-rotated',
]

export const storeActivityFilters: readonly ListFilter[] = [
  {
    name: 'act',
    label: t.type,
    options: storeActs
      .map((act) => ({ value: act, text: nameOfActivity(act) }))
      .sort((one, other) => one.text.localeCompare(other.text)),
    format: nameOfActivity,
  },
]
