import type { Limit } from '../accounts/index.ts'

export const limits = {
  // Each one moves the wallet forward. Other wallets find funds only up to 20 unused addresses ahead.
  receiveAddresses: (merchantId: number): Limit => ({
    bucket: `receive-address:merchant:${merchantId}`,
    attempts: 10,
    windowSeconds: 3600,
    grows: false,
  }),
  walletSyncs: (merchantId: number): Limit => ({
    bucket: `wallet-sync:merchant:${merchantId}`,
    attempts: 10,
    windowSeconds: 60,
    grows: false,
  }),
}
