export { changeMarkup } from './change-markup.ts'
export { findFeeSchedules, getTerms, readReservedFees } from './queries.ts'
export { type SplitTerms, splitPayment } from './split-payment.ts'
export {
  assignCollections,
  changeForgiven,
  changeReserved,
  ensureCollections,
  releaseSwept,
  reverseFee,
  saveFee,
  takeForSweep,
} from './table.ts'
