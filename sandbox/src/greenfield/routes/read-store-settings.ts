import { type MethodId, parseMethodId } from '../../engine/invoices/payment-method-ids.ts'
import type { PaymentMethodCriterion, StoreSettings } from '../../engine/stores/store.ts'
import { invalid, type Problem } from '../errors.ts'
import type { FieldReader } from '../read-fields.ts'

/**
 * Create and update read the same fields over the previous values: a missing or null field keeps its value, so a field
 * can't be cleared. BTCPay's range checks of the three expirations never reject, and neither do these.
 */
export const readStoreSettings = (body: FieldReader, before: StoreSettings): StoreSettings => {
  const problems: Problem[] = []
  const text = (name: string, kept: string | null) => body.text(name) ?? kept
  const flag = (name: string, kept: boolean) => body.flag(name) ?? kept
  const minutes = (name: string, kept: number) => {
    const seconds = body.integer(name)
    return seconds === undefined ? kept : Math.floor(seconds / 60) * 60
  }
  const receipt = body.object('receipt')
  const defaultMethod = body.text('defaultPaymentMethod')
  const settings: StoreSettings = {
    name: body.text('name') ?? before.name,
    website: text('website', before.website),
    supportUrl: text('supportUrl', before.supportUrl),
    logoUrl: text('logoUrl', before.logoUrl),
    cssUrl: text('cssUrl', before.cssUrl),
    paymentSoundUrl: text('paymentSoundUrl', before.paymentSoundUrl),
    brandColor: text('brandColor', before.brandColor),
    applyBrandColorToBackend: flag('applyBrandColorToBackend', before.applyBrandColorToBackend),
    defaultCurrency: (body.text('defaultCurrency') ?? before.defaultCurrency).trim().toUpperCase(),
    additionalTrackedRates: body.texts('additionalTrackedRates') ?? before.additionalTrackedRates,
    invoiceExpiration: minutes('invoiceExpiration', before.invoiceExpiration),
    displayExpirationTimer: minutes('displayExpirationTimer', before.displayExpirationTimer),
    monitoringExpiration: minutes('monitoringExpiration', before.monitoringExpiration),
    refundBOLT11Expiration: body.integer('refundBOLT11Expiration') ?? before.refundBOLT11Expiration,
    speedPolicy:
      body.oneOf('speedPolicy', ['HighSpeed', 'MediumSpeed', 'LowMediumSpeed', 'LowSpeed']) ?? before.speedPolicy,
    lightningDescriptionTemplate: body.text('lightningDescriptionTemplate') ?? before.lightningDescriptionTemplate,
    paymentTolerance: body.number('paymentTolerance') ?? before.paymentTolerance,
    archived: flag('archived', before.archived),
    anyoneCanCreateInvoice: flag('anyoneCanCreateInvoice', before.anyoneCanCreateInvoice),
    receipt: {
      enabled: receipt?.flag('enabled') ?? before.receipt.enabled,
      showQR: receipt?.flag('showQR') ?? before.receipt.showQR,
      showPayments: receipt?.flag('showPayments') ?? before.receipt.showPayments,
    },
    lightningAmountInSatoshi: flag('lightningAmountInSatoshi', before.lightningAmountInSatoshi),
    lightningPrivateRouteHints: flag('lightningPrivateRouteHints', before.lightningPrivateRouteHints),
    onChainWithLnInvoiceFallback: flag('onChainWithLnInvoiceFallback', before.onChainWithLnInvoiceFallback),
    redirectAutomatically: flag('redirectAutomatically', before.redirectAutomatically),
    showRecommendedFee: flag('showRecommendedFee', before.showRecommendedFee),
    recommendedFeeBlockTarget: body.integer('recommendedFeeBlockTarget') ?? before.recommendedFeeBlockTarget,
    defaultLang: body.text('defaultLang') ?? before.defaultLang,
    htmlTitle: text('htmlTitle', before.htmlTitle),
    networkFeeMode: body.oneOf('networkFeeMode', ['MultiplePaymentsOnly', 'Always', 'Never']) ?? before.networkFeeMode,
    payJoinEnabled: flag('payJoinEnabled', before.payJoinEnabled),
    lazyPaymentMethods: flag('lazyPaymentMethods', before.lazyPaymentMethods),
    defaultPaymentMethod: defaultMethod === undefined ? before.defaultPaymentMethod : readMethod(defaultMethod),
    autoDetectLanguage: flag('autoDetectLanguage', before.autoDetectLanguage),
    showPayInWalletButton: flag('showPayInWalletButton', before.showPayInWalletButton),
    showStoreHeader: flag('showStoreHeader', before.showStoreHeader),
    celebratePayment: flag('celebratePayment', before.celebratePayment),
    playSoundOnPayment: flag('playSoundOnPayment', before.playSoundOnPayment),
    paymentMethodCriteria: readCriteria(body, problems) ?? before.paymentMethodCriteria,
  }
  body.check()
  check(settings, problems)
  if (problems.length > 0) throw invalid(...problems)
  return settings
}

const check = (settings: StoreSettings, problems: Problem[]): void => {
  const complain = (path: string, message: string) => problems.push({ path, message })
  if (settings.name.trim() === '') complain('Name', 'Name is missing')
  else if (settings.name.length > 50) complain('Name', 'Name can only be between 1 and 50 characters')
  if (settings.website && !isAbsoluteUrl(settings.website)) complain('Website', 'Website is not a valid url')
  if (settings.logoUrl && !isAbsoluteUrl(settings.logoUrl)) complain('LogoUrl', 'Logo is not a valid url')
  if (settings.cssUrl && !isAbsoluteUrl(settings.cssUrl)) complain('CssUrl', 'CSS is not a valid url')
  if (settings.paymentSoundUrl && !isAbsoluteUrl(settings.paymentSoundUrl)) {
    complain('PaymentSoundUrl', 'Payment sound is not a valid url')
  }
  if (settings.brandColor && !/^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.test(settings.brandColor)) {
    complain('BrandColor', 'Brand color is not a valid HEX Color (e.g. #F7931A)')
  }
  if (settings.paymentTolerance < 0 || settings.paymentTolerance > 100) {
    complain('PaymentTolerance', 'PaymentTolerance can only be between 0 and 100 percent')
  }
  if (settings.refundBOLT11Expiration < 0 || settings.refundBOLT11Expiration > 3650) {
    complain('RefundBOLT11Expiration', 'RefundBOLT11Expiration can only be between 0 and 3650 days')
  }
}

const readCriteria = (body: FieldReader, problems: Problem[]): PaymentMethodCriterion[] | undefined =>
  body.objects('paymentMethodCriteria')?.flatMap((item, at) => {
    const path = `PaymentMethodCriteria[${at}]`
    const methodId = readMethod(item.text('paymentMethodId') ?? item.text('paymentMethod') ?? '')
    const currencyCode = item.text('currencyCode')?.toUpperCase()
    const amount = item.decimal('amount') ?? '0'
    if (!methodId) problems.push({ path: `${path}.PaymentMethodId`, message: 'Payment method was invalid' })
    if (!currencyCode) problems.push({ path: `${path}.CurrencyCode`, message: 'CurrencyCode is required' })
    if (amount.startsWith('-')) problems.push({ path: `${path}.Amount`, message: 'Amount must be greater than 0' })
    return methodId && currencyCode
      ? [{ paymentMethodId: methodId, currencyCode, amount, above: item.flag('above') ?? false }]
      : []
  })

const readMethod = (text: string): MethodId | null => parseMethodId(text) ?? null

const isAbsoluteUrl = (text: string): boolean => URL.canParse(text) && /^(https?|fileid):/i.test(text)
