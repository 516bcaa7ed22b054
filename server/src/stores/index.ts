export { adoptStoreInTx, subscribeToStore } from './adopt-store.ts'
export { formatConnectionError, readEngineNode } from './check-server.ts'
export { webhookUrlOf } from './ensure-webhook.ts'
export { moveCanceled, moveRequested } from './facts.ts'
export { createReceiveAddress } from './get-receive-address.ts'
export { freshPlatformAddress, handOutAddress } from './hand-out-address.ts'
export { beginMove, endMove, moveRefused, requireEngine } from './move-store.ts'
export { beginHotStore, beginWatchedStore, provisionStore, requireEngineRoom } from './provision-store.ts'
export { findOpenBusiness } from './queries.moves.ts'
export {
  atStoreOfRef,
  findLightningBalance,
  findPayingStore,
  findProgramStoreId,
  findStoreOfEngine,
  hasOwnServer,
  payingStore,
  spendableOf,
} from './queries.ts'
export {
  type Coin,
  type Funds,
  pageSize,
  readFunds,
  readNodeBalance,
  readPage,
  readWallet,
  toCoin,
  toTransaction,
  type WalletTransactionReading,
} from './read-wallet.ts'
export { requireSecret } from './require-secret.ts'
export { runPerStore, withDeadline, writeToStore } from './run-per-store.ts'
export type { StoreUses } from './store-use.ts'
export { findAddressIndexes, isAddressOfStore, saveAddresses, spellingsOf } from './table.addresses.ts'
export { saveEngineCheck, saveNodeLocal } from './table.engine-checks.ts'
export { addEngineFigures, type EngineHealth, saveEngineHealth, saveEngineNode } from './table.engines.ts'
export {
  findHookOfInvoice,
  findStoreToSync,
  forgetUnannounced,
  recordGapOfEngine,
  saveUnannounced,
  type WebhookHints,
} from './table.hooks.ts'
export { markLightningDue } from './table.lightning.ts'
export { lockNextStore, reopenStore } from './table.moves.ts'
export {
  type Activity,
  claimDueStores,
  extendLease,
  forgetFunds,
  markSyncDue,
  markSyncDueIfOld,
  openSeconds,
  releaseLease,
  saveCoins,
  saveHistoryProgress,
  saveNodeBalance,
  saveSyncError,
  saveSynced,
  saveWaiting,
  storesDueAt,
  takeLease,
  toWaiting,
  type Waiting,
} from './table.sync.ts'
export {
  atStoreOf,
  findStore,
  findStoreAt,
  findStoreById,
  findStoreOfRow,
  findStoresByEngineId,
  lockCurrentStore,
  lockStore,
  lockStoreAsRead,
  lockStoreOf,
  offersLightning,
  openStore,
  ownWalletOf,
  type ReadyStore,
  type Store,
  secretOf,
} from './table.ts'
export {
  assignWalletKeys,
  claimWalletKeys,
  findWalletKeys,
  isAnyAddressKnown,
  releaseWalletKeys,
} from './table.wallet-keys.ts'
export { isAddressOf, toStoreDetails, verifyStore } from './verify-store.ts'
export { requireWatched } from './watch-wallet.ts'
