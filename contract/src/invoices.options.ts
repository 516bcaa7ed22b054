import { z } from 'zod'
import { positiveAmount } from './amounts.ts'
import { findLanguage, languages } from './languages.ts'
import { text } from './scalars.ts'

export const payMethods = ['on-chain', 'lightning'] as const
export type PayMethod = (typeof payMethods)[number]

export const confirmationChoices = [0, 1, 2, 6] as const

/** BTCPay's names of the two methods, current and former, are accepted too. Its shop plugins write `_` for `-`. */
const methodNames: Readonly<Record<string, PayMethod>> = {
  'ON-CHAIN': 'on-chain',
  'BTC-CHAIN': 'on-chain',
  BTC: 'on-chain',
  'BTC-ONCHAIN': 'on-chain',
  'BTC-BTCLIKE': 'on-chain',
  'BTC-BITCOINLIKE': 'on-chain',
  LIGHTNING: 'lightning',
  'BTC-LN': 'lightning',
  'BTC-LIGHTNINGNETWORK': 'lightning',
  'BTC-LIGHTNINGLIKE': 'lightning',
  'BTC-OFFCHAIN': 'lightning',
}

export const payMethod = z
  .string('Use on-chain or lightning')
  .max(40)
  .transform((name) => methodNames[name.trim().toUpperCase().replaceAll('_', '-')] ?? name)
  .pipe(z.enum(payMethods, 'Use on-chain or lightning'))

/** With http or https, up to 1,000 characters. */
export const webUrl = z.url({ protocol: /^https?$/, error: 'Enter a URL with http or https' }).max(1000)

const limit = positiveAmount(8, 'Enter an amount of the invoice’s currency')

/** A shop's own data on an invoice: up to 20 texts with short names. */
export const metadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((notes) => Object.keys(notes).length <= 20, 'Use at most 20 entries')

/** In a change of metadata, null removes an entry. */
export const metadataChange = z
  .record(z.string().min(1).max(40), z.string().max(500).nullable())
  .refine((notes) => Object.keys(notes).length <= 20, 'Use at most 20 entries')

/** Values that an invoice's metadata must have. */
export const metadataFilter = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((notes) => Object.keys(notes).length <= 5, 'Filter by at most 5 entries')

/** How an invoice is paid and what happens around it. Every call that creates invoices takes these. */
export const invoiceOptions = {
  expirationMinutes: z
    .number('Enter a number of minutes')
    .int('Enter whole minutes')
    .min(1, 'Use at least 1 minute')
    .max(525_600, 'Use at most 525,600 minutes (a year)')
    .optional()
    .describe('How long the invoice can be paid at its rate, in minutes. 15 by default.'),
  paymentMethods: z
    .array(payMethod, 'List on-chain, lightning or both')
    .min(1, 'Name at least one method')
    .max(10)
    .transform((methods) => payMethods.filter((method) => methods.includes(method)))
    .optional()
    .describe('How it can be paid: `on-chain`, `lightning` or both. All that your store offers by default.'),
  methodLimits: z
    .array(
      z.strictObject({
        method: payMethod.describe('The method that is limited.'),
        min: limit.optional().describe('The smallest amount, in the invoice’s currency.'),
        max: limit.optional().describe('The largest amount, in the invoice’s currency.'),
      }),
    )
    .max(2)
    .refine((limits) => new Set(limits.map(({ method }) => method)).size === limits.length, 'Name each method once')
    .optional()
    .describe('Offers a method only for amounts from `min` to `max`, in the invoice’s currency.'),
  paymentTolerance: z
    .number('Enter a percentage')
    .min(0, 'Use 0 to 100 percent')
    .max(100, 'Use 0 to 100 percent')
    .multipleOf(0.01, 'Use at most 2 decimals')
    .optional()
    .describe('How many percent less than the amount still count as paid. 0 by default.'),
  confirmations: z
    .union(
      confirmationChoices.map((count) => z.literal(count)),
      'Use 0, 1, 2 or 6',
    )
    .optional()
    .describe('How many confirmations an on-chain payment needs: 0, 1, 2 or 6. 1 by default.'),
  redirectUrl: webUrl
    .optional()
    .describe('Where the customer returns to after paying. `{InvoiceId}` and `{OrderId}` are replaced.'),
  redirectAutomatically: z
    .boolean('Use true or false')
    .optional()
    .describe('Sends the customer to `redirectUrl` as soon as the invoice is paid.'),
  cancelUrl: webUrl
    .optional()
    .describe('Where the customer returns to without paying. `{InvoiceId}` and `{OrderId}` are replaced.'),
  language: z
    .string('Enter a language, such as de')
    .trim()
    .max(20)
    .refine((tag) => findLanguage(tag) !== undefined, `Use one of: ${languages.join(', ')}`)
    .optional()
    .describe('The language of the customer’s pages, such as `de` or `pt-BR`.'),
  orderId: text(100)
    .min(1, 'Enter an order ID')
    .optional()
    .describe('Your own ID of the order. It is also in `metadata.orderId`, as in BTCPay.'),
  metadata: metadata.optional().describe('Your own key-value pairs, such as an order number. Up to 20.'),
}

/** The names of the options. A wrong one is refused with 422. */
export const optionNames = Object.keys(invoiceOptions)

type Given = z.output<z.ZodObject<typeof invoiceOptions>>

/** The options that are stored with an invoice. Its redirect URL and metadata have columns of their own. */
export type InvoiceOptions = Omit<Given, 'redirectUrl' | 'metadata'> & {
  /** Only plugins for BTCPay send these. */
  monitoringMinutes?: number | undefined
  defaultPaymentMethod?: PayMethod | undefined
  searchTerms?: string[] | undefined
}

/** Options as responses show them: only those that were set. */
export const shownOptions = {
  expirationMinutes: z.number().int().optional().describe('How long the invoice can be paid at its rate, in minutes.'),
  paymentMethods: z.array(z.enum(payMethods)).optional().describe('How it can be paid.'),
  methodLimits: z
    .array(
      z
        .strictObject({
          method: z.enum(payMethods).describe('The method that is limited.'),
          min: z.string().optional().describe('The smallest amount, in the invoice’s currency.'),
          max: z.string().optional().describe('The largest amount, in the invoice’s currency.'),
        })
        .meta({ id: 'MethodLimit', description: 'A method that is offered only from `min` to `max`.' }),
    )
    .optional()
    .describe('Methods that are offered only for certain amounts.'),
  paymentTolerance: z.number().optional().describe('How many percent less than the amount still count as paid.'),
  confirmations: z.number().int().optional().describe('How many confirmations an on-chain payment needs.'),
  redirectAutomatically: z
    .boolean()
    .optional()
    .describe('Whether the customer is sent to `redirectUrl` as soon as the invoice is paid.'),
  cancelUrl: z.string().optional().describe('Where the customer may return to without paying.'),
  language: z.string().optional().describe('The language of the customer’s pages.'),
  orderId: z.string().optional().describe('Your own ID of the order.'),
}

/** Null removes the option. */
const orNull = <T extends z.ZodType>(option: T) => option.nullable().describe(`${option.description} Null removes it.`)

/** Options that a payment link or a till has for its invoices, in a change of it. Null removes one. */
export const changedOptions = {
  expirationMinutes: orNull(invoiceOptions.expirationMinutes),
  paymentMethods: orNull(invoiceOptions.paymentMethods),
  methodLimits: orNull(invoiceOptions.methodLimits),
  paymentTolerance: orNull(invoiceOptions.paymentTolerance),
  confirmations: orNull(invoiceOptions.confirmations),
  redirectUrl: orNull(invoiceOptions.redirectUrl),
  redirectAutomatically: orNull(invoiceOptions.redirectAutomatically),
  cancelUrl: orNull(invoiceOptions.cancelUrl),
  language: orNull(invoiceOptions.language),
  orderId: orNull(invoiceOptions.orderId),
  metadata: orNull(invoiceOptions.metadata),
}

/** The same in responses: only those that were set. */
export const savedOptions = {
  ...shownOptions,
  redirectUrl: z.string().optional().describe('Where the customer may return to.'),
  metadata: z.record(z.string(), z.string()).optional().describe('Your own key-value pairs.'),
}

/** Puts the IDs into a redirect or cancel URL, encoded as BTCPay does. */
export const fillUrl = (url: string, ids: { invoiceId: string; orderId: string | undefined }) =>
  url
    .replace(/\{InvoiceId\}/gi, () => encodeURIComponent(ids.invoiceId))
    .replace(/\{OrderId\}/gi, () => encodeURIComponent(ids.orderId ?? ''))
