export { collectFees } from './collect-fees.ts'
export { recordForgottenSweep } from './record-forgotten-sweep.ts'
export { findDebtors, sweepFees } from './sweep-fees.ts'
export { sweepForEarnings, sweepForPayout } from './sweep-for-payout.ts'
