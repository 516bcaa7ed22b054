import type { ComponentState, Incident, StatusComponent } from '@bitquay/contract/status'
import type { BadgeShape } from '../../ui/badge.tsx'
import * as t from './messages.ts'

export const componentNames: Record<StatusComponent, string> = {
  checkout: t.checkout,
  lightning: t.lightning,
  'payment-server': t.paymentServer,
  webhooks: t.webhooks,
  email: t.email,
  ledger: t.ledger,
}

export const stateBadges: Record<ComponentState, { shape: BadgeShape; word: string }> = {
  operational: { shape: 'solid', word: t.operational },
  degraded: { shape: 'dashed', word: t.degraded },
  down: { shape: 'crossed', word: t.isDown },
  'no-data': { shape: 'open', word: t.noData },
}

export const incidentStateNames: Record<Incident['state'], string> = {
  investigating: t.investigating,
  identified: t.identified,
  monitoring: t.monitoring,
  resolved: t.resolved,
}
