export { StatusStrip } from './status-strip.tsx'
export { SystemStatus } from './system-status.tsx'
export { useStatus } from './use-status.ts'
