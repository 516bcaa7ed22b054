export { readStatus } from './queries.ts'
export type { HealthKind } from './table.health-checks.ts'
export { saveNodeLocal } from './table.ts'
export { measureEngine } from './worker.ts'
