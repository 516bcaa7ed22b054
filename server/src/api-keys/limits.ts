import type { Limit } from '../accounts/index.ts'

export const limits = {
  /** A revoked key stays in the list. */
  newApiKeys: (merchantId: number): Limit => ({
    bucket: `api-key:merchant:${merchantId}`,
    attempts: 60,
    windowSeconds: 86_400,
    grows: false,
  }),
}
