export { Bell } from './bell.tsx'
export { useNotifications } from './use-notifications.ts'
