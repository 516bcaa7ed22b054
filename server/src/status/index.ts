export { readStatus } from './queries.ts'
export { recordCurrentStatus } from './record-current-status.ts'
