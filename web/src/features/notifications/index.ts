export { AdminBell } from './admin-bell.tsx'
export { OwnBell } from './own-bell.tsx'
export { SettingsCard as NotificationSettingsCard } from './settings-card.tsx'
export { useNotifications } from './use-notifications.ts'
