export { findBalance, findTransfer } from './queries.ts'
export {
  type AccountKind,
  type Entry,
  nodeOwner,
  type Owner,
  postTransfer,
  priceEntries,
  reverseTransfer,
} from './table.ts'
