export { createPromoCode } from './manage-promo-codes.ts'
export { previewPromoCode } from './preview-promo-code.ts'
export {
  giveBackPromoCode,
  notePromoTransaction,
  redeemPromoCode,
  undoForgivenessOfFee,
  undoRedemption,
} from './redeem-promo-code.ts'
export { reservePromoCode } from './reserve-promo-code.ts'
export { findNeverSigned, findUnproven, postponeProof, type UnprovenRedemption } from './table.ts'
