export { findPartnerMerchants } from './queries.merchants.ts'
export { createPartner } from './table.ts'
