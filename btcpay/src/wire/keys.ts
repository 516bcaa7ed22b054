import { z } from 'zod'

export const apiKey = z.object({
  apiKey: z.string().min(1),
  label: z.string().nullish(),
  permissions: z.array(z.string()),
})
export type ApiKey = z.infer<typeof apiKey>

export type CreateApiKeyRequest = {
  label?: string
  /**
   * `btcpay.store.cancreateinvoice:STOREID`. Without `:STOREID` it covers all the user's stores, including future ones.
   */
  permissions?: string[]
}
