export { findDebtors, sweepFees, sweepThresholdCents } from './sweep-fees.ts'
export { sweepForEarnings, sweepForPayout } from './sweep-for-payout.ts'
