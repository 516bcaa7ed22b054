export { readStatus } from './queries.ts'
export { saveNodeLocal } from './table.ts'
