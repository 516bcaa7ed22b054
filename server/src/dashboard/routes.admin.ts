import { getDashboard } from '@bitquay/contract/dashboard'
import { listNotifications as notificationsCall } from '@bitquay/contract/notifications'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { listNotifications } from './queries.notifications.ts'
import { readDashboard } from './queries.ts'

export const dashboardRoutes = ({ db }: Deps): Route[] => [
  route(getDashboard, () => readDashboard(db)),
  route(notificationsCall, () => listNotifications(db)),
]
