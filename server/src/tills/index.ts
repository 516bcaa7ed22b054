export { findSalesOf, type SaleOfInvoice, shareOfTax } from './queries.sales.ts'
