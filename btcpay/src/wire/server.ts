import { z } from 'zod'
import { paymentMethodId } from './primitives.ts'

export const health = z.object({ synchronized: z.boolean() })
export type Health = z.infer<typeof health>

export const syncStatus = z.object({
  paymentMethodId: paymentMethodId.nullish(),
  available: z.boolean(),
  chainHeight: z.int().nullish(),
  syncHeight: z.int().nullish(),
  nodeInformation: z.object({ headers: z.int(), blocks: z.int(), verificationProgress: z.number() }).nullish(),
})

export const serverInfo = z.object({
  version: z.string(),
  onion: z.string().nullish(),
  supportedPaymentMethods: z.array(paymentMethodId),
  fullySynched: z.boolean(),
  syncStatus: z.array(syncStatus),
})
export type ServerInfo = z.infer<typeof serverInfo>
