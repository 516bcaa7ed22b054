export { readMoney } from './queries.ts'
