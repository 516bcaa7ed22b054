import { z } from 'zod'
import { paymentMethodId } from './primitives.ts'

export const ON_CHAIN = 'BTC-CHAIN'
export const LIGHTNING = 'BTC-LN'
export const LNURL = 'BTC-LNURL'

/** `config` comes only to those who ask for it with the right to modify the store; its shape depends on the method. */
export const storePaymentMethod = z.object({
  paymentMethodId,
  enabled: z.boolean(),
  config: z.unknown().optional(),
})
export type StorePaymentMethod = z.infer<typeof storePaymentMethod>

export const storePaymentMethods = z.array(storePaymentMethod)

export type OnChainConfig = string | { derivationScheme: string; label?: string; accountKeyPath?: string }
export type LightningConfig = 'Internal Node' | { connectionString: string } | { internalNodeRef: 'Internal Node' }
export type LnurlConfig = { useBech32Scheme?: boolean; lud12Enabled?: boolean; lud21Enabled?: boolean }

export type PutPaymentMethodRequest = {
  enabled?: boolean
  config?: OnChainConfig | LightningConfig | LnurlConfig
}
