export { adoptStoreInTx, subscribeToStore } from './adopt-store.ts'
export { freshPlatformAddress, handOutAddress } from './hand-out-address.ts'
export { provisionStore, requireEngineRoom } from './provision-store.ts'
export { findBalanceEngine, hasOwnServer } from './queries.ts'
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
export { runPerStore, withDeadline } from './run-per-store.ts'
export { findAddressIndexes, isAddressOfStore, saveAddresses, spellingsOf } from './table.addresses.ts'
export { addEngineFigures, saveEngineHealth, saveEngineNode } from './table.engines.ts'
export { forgetUnannounced, lateSeconds, recordGap, recordGapOfEngine, saveUnannounced } from './table.gaps.ts'
export { findWebhookHints, hasUnhandledHooks, markHandled, saveHook } from './table.hooks.ts'
export { markLightningDue } from './table.lightning.ts'
export {
  type Activity,
  claimDueStores,
  extendLease,
  markSyncDue,
  markSyncDueIfOld,
  openSeconds,
  releaseLease,
  saveCoins,
  saveHistoryProgress,
  saveNodeBalance,
  saveSyncError,
  saveSynced,
  takeLease,
} from './table.sync.ts'
export {
  findStore,
  findStoreById,
  findStoresByEngineId,
  lockStore,
  lockStoreAsRead,
  offersLightning,
  openStore,
  type ReadyStore,
  type Store,
  secretOf,
} from './table.ts'
export { toStoreDetails, verifyStore } from './verify-store.ts'
