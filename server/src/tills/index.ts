export { findSalesOf } from './queries.sales.ts'
