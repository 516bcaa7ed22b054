export { StatusCard } from './status-card.tsx'
export { SystemStatus } from './system-status.tsx'
export { useStatus } from './use-status.ts'
