import { z } from 'zod'
import { paymentMethodId } from './primitives.ts'
import { accountKeySettings } from './wallet.ts'

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

/**
 * What BTCPay has saved of a wallet. `accountDerivation` is in its own spelling: `xpub` is P2WPKH, `xpub-[legacy]`,
 * `xpub-[p2sh]` and `xpub-[taproot]` are the others, and `2-of-xpub-xpub-xpub` is P2WSH with sorted keys.
 */
export const onChainConfig = z.object({
  accountDerivation: z.string(),
  accountKeySettings: z.array(accountKeySettings).nullish(),
  isHotWallet: z.boolean().nullish(),
  label: z.string().nullish(),
})

export const onChainMethod = storePaymentMethod.extend({ config: onChainConfig })

/**
 * The whole config of a wallet whose keys are elsewhere. BTCPay believes every field, so never pass on what a person
 * typed: with `isHotWallet: true` it signs with the seed that it keeps for the scheme, whichever store created it.
 */
export type WatchOnlyConfig = {
  accountDerivation: string
  /** One for each key of the scheme, in its order. */
  accountKeySettings: { rootFingerprint: string; accountKeyPath: string; accountKey: string }[]
  isHotWallet: false
  label?: string
}

/** Or an extended public key as a string. */
export type OnChainConfig = { derivationScheme: string; label?: string; accountKeyPath?: string }
/** Or the string `Internal Node`, for the node that belongs to the server. */
export type LightningConfig = { connectionString: string } | { internalNodeRef: 'Internal Node' }
export type LnurlConfig = { useBech32Scheme?: boolean; lud12Enabled?: boolean; lud21Enabled?: boolean }

export type PutPaymentMethodRequest = {
  enabled?: boolean
  config?: string | OnChainConfig | WatchOnlyConfig | LightningConfig | LnurlConfig
}
