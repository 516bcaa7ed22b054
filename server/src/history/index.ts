export { listAllTransactions } from './queries.admin.ts'
export { listTransactions } from './queries.merchant.ts'
