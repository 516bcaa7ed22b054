export { readRevenue } from './queries.ts'
