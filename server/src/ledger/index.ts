export { findBalance, findTransfer } from './queries.ts'
export { type AccountKind, type Entry, type Owner, postTransfer, priceEntries, reverseTransfer } from './table.ts'
