export { createInvoice } from './create-invoice.ts'
export { customer } from './email-invoice.ts'
export { markInvoice } from './mark-invoice.ts'
export { presentInvoice, presentPayment, trimAmount, unifiedLink } from './present-invoice.ts'
export { findInvoice, listInvoicePayments } from './queries.ts'
export { type EnginePayment, type InvoiceReading, readInvoice, saveInvoice, tellOfInvoice } from './sync-invoice.ts'
export {
  addLatePayment,
  claimLateHashes,
  followChain,
  getInvoicePrice,
  itemOfHash,
  type LateHash,
  saveHashChecked,
} from './table.snapshots.ts'
export { findAnyInvoice, type InvoiceRow, markRenewed, mostAtOnce, readAgain, replaceMetadata } from './table.ts'
export { endUnknownInvoice, noteInvoiceRead, noteInvoiceUnknown, noteInvoiceUnread, readSoon } from './table.unread.ts'
