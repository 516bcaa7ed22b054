export { findPartnerMerchants, findPartners } from './queries.merchants.ts'
export { recordForgottenPayout } from './record-forgotten-payout.ts'
