export { AuditLog } from './audit-log.tsx'
export { actorNames, nameOfActivity } from './describe-activity.ts'
