export {
  type AttemptToRead,
  applyReading,
  type Listed,
  postponeReading,
  readReported,
  readSoon,
  recordUnknown,
  type ToRead,
} from './apply-reading.ts'
export { changeDueInvoice } from './change-due-invoice.ts'
export { requireMethods, requirePossible } from './check-options.ts'
export { closeInvoice } from './close-invoice.ts'
export { createInvoice } from './create-invoice.ts'
export { longestWords } from './destination-search.ts'
export { customer, pluginOf } from './email-invoice.ts'
export { speedPolicies } from './engine-invoice.ts'
export { invoiceCanceled, invoiceDoubleSpent, invoicePaidLate, invoicesChanged, invoiceUpdated } from './facts.ts'
export { getAmountDue } from './get-amount-due.ts'
export type { InvoiceNeighbors } from './invoice-neighbors.ts'
export { listInvoices } from './list.ts'
export { listByOrder, splitIntoLists } from './list-by-order.ts'
export { markInvoice } from './mark-invoice.ts'
export { openInvoice } from './open-invoice.ts'
export {
  engineMethodIds,
  isTopUp,
  type OrderedOptions,
  optionsOf,
  pickOptions,
  presentOptions,
  shopOrderIdOf,
} from './options.ts'
export { nameInvoice, presentInvoice, presentPayment, priceOf, trimAmount, unifiedLink } from './present-invoice.ts'
export { findAllInvoices } from './queries.all.ts'
export { findCustomers } from './queries.customers.ts'
export { findShopLanguages } from './queries.languages.ts'
export { findInvoice, findInvoices, listInvoicePayments } from './queries.ts'
export { readBackInvoices } from './read-back-invoices.ts'
export { refreshDueInvoices } from './refresh-due-invoices.ts'
export { examineLate } from './refuse-implausible.ts'
export { type EmailOutcome, queueReminder, stopReminders } from './remind-customer.ts'
export { mergeOptions, ordersOf, presentSavedOptions, requirePossibleSaved, splitOptions } from './saved-options.ts'
export {
  type EnginePayment,
  type InvoiceReading,
  type PaidFor,
  readInvoice,
  saveInvoice,
  toReading,
} from './sync-invoice.ts'
export { findNewestAttempt } from './table.attempts.ts'
export { getInvoiceById } from './table.due.ts'
export {
  areRemindersStopped,
  type InvoiceEmailRow,
  invoiceEmailsDueAt,
  lockDueEmail,
  markEmailDropped,
  markEmailQueued,
  markEmailWaiting,
} from './table.emails.ts'
export {
  claimDueLnurlInvoices,
  dropExpiredLnurl,
  itemOfLnurlInvoice,
  type LnurlInvoice,
  lnurlInvoicesDueAt,
  lockPlaces,
  markLnurlPaid,
  saveLnurlInvoice,
  scheduleLnurlCheck,
  sourceDays,
} from './table.lnurl.ts'
export { recordRate } from './table.rates.ts'
export {
  addLatePayment,
  claimLateHashes,
  getInvoicePrice,
  isUntouched,
  itemOfHash,
  type LateHash,
  lateHashesDueAt,
  markUnchanged,
  saveHashChecked,
} from './table.snapshots.ts'
export {
  findAnyInvoice,
  findRenewableUntil,
  followChain,
  holdBack,
  type InvoiceRow,
  markArchived,
  markHeldDue,
  markReadDue,
  markRenewed,
  mostAtOnce,
  replaceMetadata,
} from './table.ts'
export { markReadSoon } from './table.unread.ts'
