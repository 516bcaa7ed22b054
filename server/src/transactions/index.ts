export { isReportedByMerchant, joinReporter, listAllTransactions } from './queries.admin.ts'
export { listTransactions } from './queries.history.ts'
export { readDailyVolumes } from './queries.volume.ts'
export { readDetails } from './read-details.ts'
export { findDetails, saveDetails } from './table.details.ts'
export { forgetNodePayment, saveNodePayment, saveReceived } from './table.node-payments.ts'
export {
  bookingReference,
  claimUnnotifiedPayments,
  closeTransactions,
  type Incoming,
  isPaymentKnown,
  lockTransaction,
  markBooked,
  markDisputed,
  markFailed,
  markFinal,
  markLightningConfirmed,
  markLookedUp,
  markSentFailed,
  markUnbooked,
  saveDepths,
  saveIncoming,
  saveOutgoing,
  saveSent,
  type TransactionRow,
} from './table.ts'
