export { findBalance, findTransfer } from './queries.ts'
export {
  type AccountKind,
  type Entry,
  nodeOwner,
  type Owner,
  postTransfer,
  postTransfers,
  priceEntries,
  reverseTransfer,
} from './table.ts'
