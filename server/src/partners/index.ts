export { findPartnerMerchants } from './queries.merchants.ts'
export { recordForgottenPayout } from './record-forgotten-payout.ts'
