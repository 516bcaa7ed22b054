import type { NewInvoice } from '../../engine/invoices/create-invoice.ts'
import { type MethodId, parseMethodId } from '../../engine/invoices/payment-method-ids.ts'
import { decimal } from '../../engine/rates/decimal.ts'
import type { ShopStore } from '../../engine/stores/store.ts'
import { invalid, type Problem } from '../errors.ts'
import type { FieldReader } from '../read-fields.ts'

const MAX_AMOUNT = decimal('18446744073709551615')
const MIN_EXPIRATION_MINUTES = 0.5

/** Reads a new invoice, with the store's settings as defaults. Reports all errors at once. */
export const readNewInvoice = (body: FieldReader, { settings }: ShopStore): NewInvoice => {
  const problems: Problem[] = []
  const complain = (path: string, message: string) => problems.push({ path, message })
  const amount = body.decimal('amount') ?? null
  const currency = (body.text('currency') || settings.defaultCurrency).trim().toUpperCase()
  const metadata = body.raw('metadata') ?? {}
  const checkout = body.object('checkout')
  const receipt = body.object('receipt')
  const additionalSearchTerms = body.texts('additionalSearchTerms') ?? []
  const speedPolicy = checkout?.oneOf('speedPolicy', ['HighSpeed', 'MediumSpeed', 'LowMediumSpeed', 'LowSpeed'])
  const methodTexts = checkout?.texts('paymentMethods')
  const defaultMethod = checkout?.text('defaultPaymentMethod')
  const lazyPaymentMethods = checkout?.flag('lazyPaymentMethods')
  const expirationMinutes = checkout?.integer('expirationMinutes')
  const monitoringMinutes = checkout?.integer('monitoringMinutes')
  const paymentTolerance = checkout?.number('paymentTolerance')
  const redirectURL = checkout?.text('redirectURL') ?? null
  const redirectAutomatically = checkout?.flag('redirectAutomatically')
  const defaultLanguage = checkout?.text('defaultLanguage')?.trim() || null
  const receiptFlags = {
    enabled: receipt?.flag('enabled') ?? null,
    showQR: receipt?.flag('showQR') ?? null,
    showPayments: receipt?.flag('showPayments') ?? null,
  }
  if (typeof metadata !== 'object' || Array.isArray(metadata)) complain('metadata', 'The value is not an object')
  body.check()

  if (amount !== null && (decimal(amount) < 0n || decimal(amount) > MAX_AMOUNT)) {
    complain('Amount', 'The amount should be between 0 and 18446744073709551615')
  }
  const methods = methodTexts?.flatMap((text, at): MethodId[] => {
    const methodId = parseMethodId(text)
    if (methodId) return [methodId]
    complain(`Checkout.PaymentMethods[${at}]`, 'Invalid PaymentMethodId')
    return []
  })
  if (expirationMinutes !== undefined && expirationMinutes < MIN_EXPIRATION_MINUTES) {
    complain('Checkout.Expiration', 'Expiration time must be at least 30 seconds')
  }
  if (paymentTolerance !== undefined && (paymentTolerance < 0 || paymentTolerance > 100)) {
    complain('Checkout.PaymentTolerance', 'PaymentTolerance can only be between 0 and 100 percent')
  }
  if (defaultLanguage !== null && !/^[a-zA-Z]{2,3}(-[a-zA-Z]{2,8})*$/.test(defaultLanguage)) {
    complain('Checkout.DefaultLanguage', 'The requested defaultLang does not exists')
  }
  if (!/^[A-Z0-9]{2,10}$/.test(currency)) complain('Currency', 'Invalid currency')
  if (problems.length > 0) throw invalid(...problems)

  return {
    amount,
    currency,
    metadata: { ...metadata },
    receipt: receiptFlags,
    additionalSearchTerms,
    methods: methods && methods.length > 0 ? [...new Set(methods)] : null,
    checkout: {
      speedPolicy: speedPolicy ?? settings.speedPolicy,
      paymentMethods: [],
      defaultPaymentMethod: parseMethodId(defaultMethod ?? '') ?? null,
      lazyPaymentMethods: lazyPaymentMethods ?? settings.lazyPaymentMethods,
      expirationMinutes: expirationMinutes ?? settings.invoiceExpiration / 60,
      monitoringMinutes: Math.max(0, monitoringMinutes ?? settings.monitoringExpiration / 60),
      paymentTolerance: paymentTolerance ?? settings.paymentTolerance,
      redirectURL,
      redirectAutomatically: redirectAutomatically ?? settings.redirectAutomatically,
      defaultLanguage,
    },
  }
}
