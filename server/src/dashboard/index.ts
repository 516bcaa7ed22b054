export { toDollars } from './queries.ts'
