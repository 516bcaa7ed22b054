import { z } from 'zod'
import { paymentMethodId } from './primitives.ts'

export const ON_CHAIN = 'BTC-CHAIN'
export const LIGHTNING = 'BTC-LN'
export const LNURL = 'BTC-LNURL'

/** `config` is included only on request and with the right to modify the store. Its shape depends on the method. */
export const storePaymentMethod = z.object({
  paymentMethodId,
  enabled: z.boolean(),
  config: z.unknown().optional(),
})
export type StorePaymentMethod = z.infer<typeof storePaymentMethod>

export const storePaymentMethods = z.array(storePaymentMethod)

/** Or an extended public key as a string. */
export type OnChainConfig = { derivationScheme: string; label?: string; accountKeyPath?: string }
/** Or the string `Internal Node`, for the node that belongs to the server. */
export type LightningConfig = { connectionString: string } | { internalNodeRef: 'Internal Node' }
export type LnurlConfig = { useBech32Scheme?: boolean; lud12Enabled?: boolean; lud21Enabled?: boolean }

export type PutPaymentMethodRequest = {
  enabled?: boolean
  config?: string | OnChainConfig | LightningConfig | LnurlConfig
}
