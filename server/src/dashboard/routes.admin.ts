import { listAttention as attentionCall, getDashboard, getDashboardPeriod } from '@bitquay/contract/dashboard'
import { listNotifications as notificationsCall } from '@bitquay/contract/notifications'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { listAttention } from './queries.attention.ts'
import { listNotifications } from './queries.notifications.ts'
import { readDashboard } from './queries.ts'
import { readPeriod } from './read-period.ts'

export const dashboardRoutes = ({ db }: Deps): Route[] => [
  route(getDashboard, () => readDashboard(db)),
  route(getDashboardPeriod, ({ query }) => readPeriod(db, query)),
  route(attentionCall, () => listAttention(db)),
  route(notificationsCall, () => listNotifications(db)),
]
