import type { NetworkFeeMode, SpeedPolicy } from '../invoices/invoice.ts'
import type { MethodId } from '../invoices/payment-method-ids.ts'

export type PaymentMethodCriterion = {
  paymentMethodId: MethodId
  currencyCode: string
  amount: string
  above: boolean
}

/** What a store's owner can set. Times in whole minutes are stored as seconds, the unit of the API. */
export type StoreSettings = {
  name: string
  website: string | null
  supportUrl: string | null
  logoUrl: string | null
  cssUrl: string | null
  paymentSoundUrl: string | null
  brandColor: string | null
  applyBrandColorToBackend: boolean
  defaultCurrency: string
  additionalTrackedRates: string[]
  invoiceExpiration: number
  displayExpirationTimer: number
  monitoringExpiration: number
  refundBOLT11Expiration: number
  speedPolicy: SpeedPolicy
  lightningDescriptionTemplate: string
  paymentTolerance: number
  archived: boolean
  anyoneCanCreateInvoice: boolean
  receipt: { enabled: boolean; showQR: boolean; showPayments: boolean }
  lightningAmountInSatoshi: boolean
  lightningPrivateRouteHints: boolean
  onChainWithLnInvoiceFallback: boolean
  redirectAutomatically: boolean
  showRecommendedFee: boolean
  recommendedFeeBlockTarget: number
  defaultLang: string
  htmlTitle: string | null
  networkFeeMode: NetworkFeeMode
  payJoinEnabled: boolean
  lazyPaymentMethods: boolean
  defaultPaymentMethod: MethodId | null
  autoDetectLanguage: boolean
  showPayInWalletButton: boolean
  showStoreHeader: boolean
  celebratePayment: boolean
  playSoundOnPayment: boolean
  paymentMethodCriteria: PaymentMethodCriterion[]
}

export type RateSource = {
  spread: number
  isCustomScript: boolean
  effectiveScript: string
  preferredSource: string | null
}

export type ShopStore = {
  id: string
  createdAt: number
  settings: StoreSettings
  members: { userId: string; role: string }[]
  onChain: { enabled: boolean; label: string | null } | null
  /** The Lightning node's id: the shared node's or the store's own. */
  lightning: { enabled: boolean; nodeId: string; connectionString: string } | null
  lnurl: { enabled: boolean; useBech32Scheme: boolean; lud12Enabled: boolean; lud21Enabled: boolean } | null
  rates: { primary: RateSource; fallback: RateSource | null }
}

export const roleOf = (store: ShopStore, userId: string): string | undefined =>
  store.members.find((member) => member.userId === userId)?.role

const recommended: RateSource = {
  spread: 0,
  isCustomScript: false,
  effectiveScript: 'X_X = kraken(X_X);',
  preferredSource: null,
}

export const newStore = (id: string, name: string, ownerId: string, createdAt: number): ShopStore => ({
  id,
  createdAt,
  members: [{ userId: ownerId, role: 'Owner' }],
  onChain: null,
  lightning: null,
  lnurl: null,
  rates: { primary: recommended, fallback: null },
  settings: {
    name,
    website: null,
    supportUrl: null,
    logoUrl: null,
    cssUrl: null,
    paymentSoundUrl: null,
    brandColor: null,
    applyBrandColorToBackend: false,
    defaultCurrency: 'USD',
    additionalTrackedRates: [],
    invoiceExpiration: 900,
    displayExpirationTimer: 300,
    monitoringExpiration: 86_400,
    refundBOLT11Expiration: 30,
    speedPolicy: 'MediumSpeed',
    lightningDescriptionTemplate: 'Paid to {StoreName} (Order ID: {OrderId})',
    paymentTolerance: 0,
    archived: false,
    anyoneCanCreateInvoice: false,
    receipt: { enabled: true, showQR: true, showPayments: true },
    lightningAmountInSatoshi: false,
    lightningPrivateRouteHints: false,
    onChainWithLnInvoiceFallback: false,
    redirectAutomatically: false,
    showRecommendedFee: true,
    recommendedFeeBlockTarget: 1,
    defaultLang: 'en',
    htmlTitle: null,
    networkFeeMode: 'MultiplePaymentsOnly',
    payJoinEnabled: false,
    lazyPaymentMethods: false,
    defaultPaymentMethod: null,
    autoDetectLanguage: false,
    showPayInWalletButton: true,
    showStoreHeader: true,
    celebratePayment: true,
    playSoundOnPayment: false,
    paymentMethodCriteria: [],
  },
})
