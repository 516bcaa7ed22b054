import { currency, fitsCurrency, positiveAmount } from '@bitquay/contract/amounts'
import { dueDate } from '@bitquay/contract/invoices.due-dates'
import { type InvoiceOptions, invoiceOptions, payMethod } from '@bitquay/contract/invoices.options'
import { z } from 'zod'
import { speedPolicies } from '../invoices/index.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { GreenfieldInvalid } from './route.ts'

const mostMetadataCharacters = 20_000
/** It is indexed, and an index can't hold long texts. */
const mostOrderIdCharacters = 500

export const metadata = z
  .record(z.string(), z.unknown())
  .refine((notes) => JSON.stringify(notes).length <= mostMetadataCharacters, 'The metadata is too long')
  .refine(({ orderId }) => (JSON.stringify(orderId) ?? '').length <= mostOrderIdCharacters, {
    path: ['orderId'],
    error: `The order ID has at most ${mostOrderIdCharacters} characters`,
  })

const policies = Object.values(speedPolicies)

/** A switch of BTCPay that works only one way here. The other way is refused by name. */
export const only = <T extends boolean>(value: T) => z.literal(value, `Only ${value} is supported here`).nullish()

/** The names are BTCPay's own. Cancel URL, due date and limits per method are ours. */
const checkout = z.strictObject({
  speedPolicy: z
    .string()
    .transform((name) => policies.find((policy) => policy.toLowerCase() === name.toLowerCase()) ?? name)
    .pipe(z.enum(policies, `Use one of: ${policies.join(', ')}`))
    .nullish(),
  paymentMethods: z
    .array(payMethod)
    .max(10)
    .transform((methods) => (methods.length === 0 ? undefined : methods))
    .nullish(),
  defaultPaymentMethod: payMethod.nullish(),
  lazyPaymentMethods: only(false),
  expirationMinutes: invoiceOptions.expirationMinutes.nullish(),
  monitoringMinutes: z.number().int().min(0).max(525_600).nullish(),
  paymentTolerance: invoiceOptions.paymentTolerance.nullish(),
  redirectURL: invoiceOptions.redirectUrl.nullish(),
  redirectAutomatically: invoiceOptions.redirectAutomatically.nullish(),
  cancelURL: invoiceOptions.cancelUrl.nullish(),
  dueDate: dueDate.nullish(),
  methodLimits: invoiceOptions.methodLimits.nullish(),
  defaultLanguage: invoiceOptions.language.nullish(),
  requiresRefundEmail: only(false),
})

const receipt = z.strictObject({ enabled: only(true), showQR: only(true), showPayments: only(true) })

const newInvoice = z.strictObject({
  amount: positiveAmount(8, 'The amount should be more than 0').nullish(),
  currency: z
    .string()
    .transform((code) => code.trim().toUpperCase())
    .pipe(currency)
    .nullish(),
  metadata: metadata.nullish(),
  checkout: checkout.nullish(),
  receipt: receipt.nullish(),
  additionalSearchTerms: z.array(z.string().min(1).max(100)).max(20).nullish(),
})

/** Refuses an amount that can't be paid because its currency has no unit so small. */
export const fitCurrency = <T extends { amount?: string | null | undefined; currency?: string | null | undefined }>(
  shape: z.ZodType<T>,
) =>
  shape.refine(({ amount, currency }) => fitsCurrency({ amount: amount ?? null, currency: currency ?? 'USD' }), {
    path: ['amount'],
    error: 'The amount has too many decimals for its currency',
  })

/**
 * Reads a new invoice in BTCPay's format. Without an amount it is a top-up. Everything that it names is honored or
 * refused by name.
 */
export const readNewInvoice = (body: unknown) => {
  const { checkout: given, ...wanted } = read(fitCurrency(newInvoice), spellOut(body))
  const asked = given ?? {}
  const options: InvoiceOptions = {
    expirationMinutes: asked.expirationMinutes ?? undefined,
    monitoringMinutes: asked.monitoringMinutes ?? undefined,
    paymentMethods: asked.paymentMethods ?? undefined,
    methodLimits: asked.methodLimits ?? undefined,
    defaultPaymentMethod: asked.defaultPaymentMethod ?? undefined,
    paymentTolerance: asked.paymentTolerance ?? undefined,
    confirmations: confirmationsOf(asked.speedPolicy),
    redirectAutomatically: asked.redirectAutomatically ?? undefined,
    cancelUrl: asked.cancelURL ?? undefined,
    language: asked.defaultLanguage ?? undefined,
    searchTerms: wanted.additionalSearchTerms ?? undefined,
  }
  return {
    amount: wanted.amount ?? null,
    currency: wanted.currency ?? 'USD',
    metadata: wanted.metadata ?? {},
    redirectUrl: asked.redirectURL ?? undefined,
    dueDate: asked.dueDate ?? undefined,
    ...(Object.values(options).some((value) => value !== undefined) ? { options } : {}),
  }
}

const confirmationsOf = (policy: string | null | undefined) =>
  ([0, 1, 2, 6] as const).find((count) => speedPolicies[count] === policy)

const spellOut = (body: unknown): unknown => {
  if (!isObject(body)) return body
  const known = spellObject(body, newInvoice.shape)
  return {
    ...known,
    ...('checkout' in known ? { checkout: spellIn(known.checkout, checkout.shape) } : {}),
    ...('receipt' in known ? { receipt: spellIn(known.receipt, receipt.shape) } : {}),
  }
}

/** BTCPay doesn't mind the case of field names. */
export const spellIn = (given: unknown, shape: object): unknown => (isObject(given) ? spellObject(given, shape) : given)

const spellObject = (given: Record<string, unknown>, shape: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      Object.keys(shape).find((known) => known.toLowerCase() === name.toLowerCase()) ?? name,
      value,
    ]),
  )

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const read = <T>(shape: z.ZodType<T>, body: unknown): T => {
  const parsed = shape.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.flatMap((issue) =>
    (issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]).map((path) => ({
      path: writePath(path),
      message: issue.message,
    })),
  )
  throw new GreenfieldInvalid(fields.slice(0, 20))
}

/** BTCPay writes field names as in its code, with a capital letter: `Checkout.PaymentMethods[0]`. */
const writePath = (path: readonly PropertyKey[]) =>
  path
    .map((part) => (/^\d+$/.test(String(part)) ? `[${String(part)}]` : `.${capital(String(part))}`))
    .join('')
    .replace(/^\./, '')

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** What our options are called here. All others have the same name under `checkout`. */
const namesHere: Readonly<Record<string, string>> = {
  amount: 'Amount',
  currency: 'Currency',
  orderId: 'Metadata.OrderId',
  confirmations: 'Checkout.SpeedPolicy',
  language: 'Checkout.DefaultLanguage',
  redirectUrl: 'Checkout.RedirectURL',
  cancelUrl: 'Checkout.CancelURL',
}

/** Names the fields of a refused invoice as BTCPay does. */
export const namingFields = async <T>(create: () => Promise<T>): Promise<T> => {
  try {
    return await create()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.fields) throw error
    throw new GreenfieldInvalid(
      error.fields.map(({ path, message }) => ({
        path: namesHere[path] ?? `Checkout.${writePath(path.split('.'))}`,
        message,
      })),
    )
  }
}
