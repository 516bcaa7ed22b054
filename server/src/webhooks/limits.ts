import type { Limit } from '../accounts/index.ts'

export const limits = {
  /** Sending webhooks again, and test events. Each one causes up to 13 attempts, and a test is an event that is kept. */
  webhookResends: (endpointId: number): Limit => ({
    bucket: `webhook-resend:endpoint:${endpointId}`,
    attempts: 60,
    windowSeconds: 3600,
    grows: false,
  }),
  /** A removed endpoint stays as long as its deliveries. */
  newEndpoints: (merchantId: number): Limit => ({
    bucket: `webhook-endpoint:merchant:${merchantId}`,
    attempts: 60,
    windowSeconds: 86_400,
    grows: false,
  }),
}
