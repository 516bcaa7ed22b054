import type { Limit } from '../accounts/index.ts'

export const limits = {
  // Each one derives keys, or asks the explorer up to 100 times.
  reads: (merchantId: number): Limit => ({
    bucket: `own-keys-read:merchant:${merchantId}`,
    attempts: 60,
    windowSeconds: 3600,
    grows: false,
  }),
  looks: (merchantId: number): Limit => ({
    bucket: `own-keys-look:merchant:${merchantId}`,
    attempts: 10,
    windowSeconds: 3600,
    grows: false,
  }),
}
