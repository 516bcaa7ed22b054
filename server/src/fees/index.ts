export { changeMarkup } from './change-markup.ts'
export { type Forgiven, forgiveFees, undoForgiveness } from './forgive-fees.ts'
export { findFeeSchedules, getTerms, listMerchantEmails } from './queries.ts'
export { isReportedByMerchant, joinReporter } from './reported-by-merchant.ts'
export { type SplitTerms, splitPayment, splitPool } from './split-payment.ts'
export { sweepThresholdCents } from './sweep-threshold.ts'
export { type FeePause, findFeePause, liftPause, savePause, savePauseRules, usualPause } from './table.pauses.ts'
export { scheduleAt } from './table.schedules.ts'
export {
  assignCollections,
  changeForgiven,
  changeReserved,
  ensureCollections,
  type Fee,
  listFees,
  releaseSwept,
  relistFees,
  reverseFee,
  saveFees,
  takeForSweep,
  unlistFees,
} from './table.ts'
