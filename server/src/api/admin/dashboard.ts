import { getDashboard } from '@bitquay/contract/dashboard'
import { listNotifications as notificationsCall } from '@bitquay/contract/notifications'
import type { Deps } from '../../deps.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readDashboard } from '../../views/admin-dashboard.ts'
import { listNotifications } from '../../views/admin-notifications.ts'

export const dashboardRoutes = ({ db }: Deps): Route[] => [
  route(getDashboard, () => readDashboard(db)),
  route(notificationsCall, () => listNotifications(db)),
]
