export { Bell } from './bell.tsx'
export { useAttentionCount } from './use-attention.ts'
export { useNotifications } from './use-notifications.ts'
