import { z } from 'zod'
import { decimalString, paymentMethodId, speedPolicy } from './primitives.ts'

const networkFeeMode = z.enum(['MultiplePaymentsOnly', 'Always', 'Never'])

export const receiptOptions = z.object({
  enabled: z.boolean().nullish(),
  showQR: z.boolean().nullish(),
  showPayments: z.boolean().nullish(),
})

export const paymentMethodCriteria = z.object({
  paymentMethodId: paymentMethodId.nullish(),
  currencyCode: z.string().nullish(),
  amount: decimalString.or(z.number()).nullish(),
  above: z.boolean().nullish(),
})

/** `invoiceExpiration`, `displayExpirationTimer` and `monitoringExpiration` are seconds, `refundBOLT11Expiration` days. */
export const store = z.object({
  id: z.string().min(1),
  name: z.string(),
  website: z.string().nullish(),
  supportUrl: z.string().nullish(),
  logoUrl: z.string().nullish(),
  cssUrl: z.string().nullish(),
  paymentSoundUrl: z.string().nullish(),
  brandColor: z.string().nullish(),
  applyBrandColorToBackend: z.boolean().nullish(),
  defaultCurrency: z.string(),
  additionalTrackedRates: z.array(z.string()).nullish(),
  invoiceExpiration: z.int(),
  displayExpirationTimer: z.int(),
  monitoringExpiration: z.int(),
  refundBOLT11Expiration: z.int().nullish(),
  speedPolicy,
  lightningDescriptionTemplate: z.string().nullish(),
  paymentTolerance: z.number(),
  archived: z.boolean(),
  anyoneCanCreateInvoice: z.boolean().nullish(),
  receipt: receiptOptions.nullish(),
  lightningAmountInSatoshi: z.boolean().nullish(),
  lightningPrivateRouteHints: z.boolean().nullish(),
  onChainWithLnInvoiceFallback: z.boolean().nullish(),
  redirectAutomatically: z.boolean().nullish(),
  showRecommendedFee: z.boolean().nullish(),
  recommendedFeeBlockTarget: z.int().nullish(),
  defaultLang: z.string().nullish(),
  htmlTitle: z.string().nullish(),
  networkFeeMode,
  payJoinEnabled: z.boolean().nullish(),
  lazyPaymentMethods: z.boolean().nullish(),
  defaultPaymentMethod: paymentMethodId.nullish(),
  autoDetectLanguage: z.boolean().nullish(),
  showPayInWalletButton: z.boolean().nullish(),
  showStoreHeader: z.boolean().nullish(),
  celebratePayment: z.boolean().nullish(),
  playSoundOnPayment: z.boolean().nullish(),
  paymentMethodCriteria: z.array(paymentMethodCriteria).nullish(),
})
export type Store = z.infer<typeof store>

export const stores = z.array(store)

/** What create and update accept. Update merges: a missing or null field keeps its value. */
export type StoreSettings = Partial<Omit<Store, 'id' | 'name'>>
export type CreateStoreRequest = StoreSettings & { name: string }
export type UpdateStoreRequest = StoreSettings & { name?: string }
