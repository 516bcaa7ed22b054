export { readStatus } from './queries.ts'
