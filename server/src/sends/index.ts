export { adoptTransaction, type FoundPayment, forgottenSend } from './adopt-transaction.ts'
export { awaitBroadcast } from './broadcast-send.ts'
export { cancelStuckSend } from './cancel-stuck-send.ts'
export { cancelSend } from './end-send.ts'
export { screensOfSend, sendChanged } from './facts.ts'
export { type Available, estimateNetworkFee, readAvailable } from './queries.available.ts'
export { findSigningRequest } from './queries.signing.ts'
export { recordSends } from './record-sends.ts'
export { renderSent, type Sent } from './render-sent.ts'
export {
  computeFeeLimit,
  dustSats,
  isWorthwhile,
  mostSendable,
  requestSend,
  requireForeign,
  requireKeys,
  requireNoDust,
  requireNotPlatforms,
  takeForgotten,
  takeKey,
} from './request-send.ts'
export { resolveSend } from './resolve-send.ts'
export type { SendKindRules } from './send-kind.ts'
export { handedOutFor } from './table.psbts.ts'
export {
  findStoresWithDueSends,
  getPaidVersion,
  insertSend,
  lockSend,
  problemOfSend,
  retrySend,
  type Send,
  type SendByKind,
  setDue,
  setPromoCode,
} from './table.ts'
export { advanceSends } from './worker.ts'
