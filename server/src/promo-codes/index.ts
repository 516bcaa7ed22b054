export { createPromoCode } from './manage-promo-codes.ts'
export { previewPromoCode } from './preview-promo-code.ts'
export { findPromoCodes, readReservedFees } from './queries.ts'
export {
  redeemPromoCode,
  releasePromoCode,
  savePromoTransactionId,
  undoForgivenessOfFee,
  undoRedemption,
} from './redeem-promo-code.ts'
export { reservePromoCode } from './reserve-promo-code.ts'
export { findNeverSigned, findUnproven, postponeProof, type UnprovenRedemption } from './table.ts'
