export { chooseBuckets, inClasses, isAtLeast, ofScope, sortKeys } from './choose-buckets.ts'
export { type ClassFilter, totalOf } from './classes.ts'
export { type Counted, listDays, presentTotals, summarize } from './queries.sums.ts'
export { readDailyVolumes } from './queries.volume.ts'
export { readDetails } from './read-details.ts'
export { type Details, findDetails, saveDetails } from './table.details.ts'
export {
  bookingReference,
  claimRefiled,
  claimUnnotifiedPayments,
  closeTransactions,
  type Filing,
  forgetNodePayment,
  type Incoming,
  isFiledAs,
  isPaymentKnown,
  keepRest,
  lockTransaction,
  lowerPrice,
  markBooked,
  markDisputed,
  markFailed,
  markFinal,
  markLightningConfirmed,
  markLookedUp,
  markRefiled,
  markSentFailed,
  markUnbooked,
  nameOutput,
  postponeOutputs,
  type SavedIncoming,
  saveDepths,
  saveIncoming,
  saveNodePayment,
  saveOutgoing,
  saveReceived,
  saveSent,
  splitOutput,
  type TransactionRow,
} from './table.ts'
