import {
  changeNotificationSettings,
  getNotificationSettings,
  listOwnNotifications,
  readNotification,
  readNotifications,
} from '@bitquay/contract/notifications'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { changeSettings } from './change-settings.ts'
import { listNotices, listSettings } from './queries.ts'
import { readAll, readOne } from './read-notifications.ts'

export const notificationRoutes = (deps: Deps): Route[] => [
  route(listOwnNotifications, ({ person }) => listNotices(deps.db, person)),
  route(readNotification, ({ person, params }) => readOne(deps, person, params.id)),
  route(readNotifications, ({ person, body }) => readAll(deps, person, body.upTo)),
  route(getNotificationSettings, ({ person }) => listSettings(deps.db, person)),
  route(changeNotificationSettings, ({ person, body }) => changeSettings(deps, person, body)),
]
