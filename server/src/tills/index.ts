export { findRefundsOf, findSalesOf, type RefundOfSale, type SaleOfInvoice, shareOfTax } from './queries.sales.ts'
