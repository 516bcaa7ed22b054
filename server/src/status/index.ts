export { readStatus } from './queries.ts'
export type { HealthKind } from './table.health-checks.ts'
export { measureEngine } from './worker.ts'
