export { announcePayment, bookReceived } from './book-received.ts'
export { isHashOfOthers } from './queries.ts'
export { recordPlatformTransaction } from './record-platform-wallet.ts'
export { syncStore } from './sync-store.ts'
