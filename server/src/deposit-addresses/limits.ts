import type { Limit } from '../accounts/index.ts'

export const limits = {
  depositAddresses: (merchantId: number): Limit => ({
    bucket: `deposit-address:merchant:${merchantId}`,
    attempts: 300,
    windowSeconds: 3600,
    grows: false,
  }),
  /** A stolen key must not use up the addresses that a merchant can have. */
  depositAddressesOfKey: (apiKeyId: number): Limit => ({
    bucket: `deposit-address:key:${apiKeyId}`,
    attempts: 200,
    windowSeconds: 86_400,
    grows: false,
  }),
}
