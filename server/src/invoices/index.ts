export { createInvoice } from './create-invoice.ts'
export { customer } from './email-invoice.ts'
export { markInvoice } from './mark-invoice.ts'
export { nameInvoice, notifyAttention } from './notify-attention.ts'
export { presentInvoice, presentPayment, trimAmount, unifiedLink } from './present-invoice.ts'
export { findInvoice, listInvoicePayments } from './queries.ts'
export { type EnginePayment, type InvoiceReading, publishInvoice, readInvoice, saveInvoice } from './sync-invoice.ts'
export {
  addLatePayment,
  claimLateHashes,
  followChain,
  getInvoicePrice,
  itemOfHash,
  type LateHash,
  saveHashChecked,
} from './table.snapshots.ts'
export { findAnyInvoice, type InvoiceRow, markReadDue, markRenewed, mostAtOnce, replaceMetadata } from './table.ts'
export {
  endUnknownInvoice,
  markInvoiceUnknown,
  markInvoiceUnread,
  markReadSoon,
} from './table.unread.ts'
