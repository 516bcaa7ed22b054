import type { Limit } from '../accounts/index.ts'

export const limits = {
  // Each one verifies up to 500 signatures of every key.
  signatures: (merchantId: number): Limit => ({
    bucket: `signatures:merchant:${merchantId}`,
    attempts: 60,
    windowSeconds: 3600,
    grows: false,
  }),
}
