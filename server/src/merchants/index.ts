export { listMerchants } from './queries.list.ts'
