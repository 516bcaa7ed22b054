import { currency, positiveAmount } from '@bitquay/contract/amounts'
import { z } from 'zod'
import { fitCurrency, only, read, spellIn } from './read-new-invoice.ts'

const mostCharacters = 500
const tooLong = `Title and description have at most ${mostCharacters} characters together`

/** What a response has and a request can't set. Clients send back what they have read. */
const readOnly = z.unknown().optional()

const latest = 253_402_300_799
const notSeconds = 'Enter a Unix time in seconds'

const seconds = z
  .union([z.number(), z.string().regex(/^\d{1,12}$/)], notSeconds)
  .transform(Number)
  .refine((time) => Number.isInteger(time) && time >= 0 && time <= latest, notSeconds)

const paymentRequest = z.strictObject({
  amount: positiveAmount(8, 'Please provide an amount greater than 0'),
  currency: z
    .string()
    .transform((code) => code.trim().toUpperCase() || undefined)
    .pipe(currency.optional())
    .nullish(),
  title: z
    .string('Title is required')
    .trim()
    .min(1, 'Title is required')
    .max(mostCharacters, tooLong)
    .regex(/^[^\r\n]*$/, 'Use one line'),
  description: z
    .string()
    .trim()
    .refine((text) => !/<[a-z!/]/i.test(text), 'Use plain text. HTML isn’t supported here')
    .nullish(),
  email: z.union([z.literal(''), z.email('Enter an email address').max(254)], 'Enter an email address').nullish(),
  expiryDate: seconds.nullish(),
  referenceId: z.string().trim().max(100).nullish(),
  allowCustomPaymentAmounts: only(false),
  formId: z.enum(['', 'None'], 'Forms aren’t supported here').nullish(),
  formResponse: z.null('Forms aren’t supported here').optional(),
  id: readOnly,
  storeId: readOnly,
  status: readOnly,
  createdTime: readOnly,
  archived: readOnly,
})

/** Reads a payment request in BTCPay's format. Everything that it names is honored or refused by name. */
export const readPaymentRequest = (body: unknown) =>
  read(
    fitCurrency(paymentRequest).refine(({ title, description }) => fitsWith(title, description ?? ''), {
      path: ['description'],
      error: tooLong,
    }),
    spellIn(body, paymentRequest.shape),
  )

/** A title that is too long alone is refused by its own name. */
const fitsWith = (title: string, description: string) =>
  title.length > mostCharacters || joinTexts(title, description).length <= mostCharacters

const payment = z.strictObject({
  amount: positiveAmount(8, 'The amount should be more than 0').nullish(),
  // A price that can still be paid is always used again.
  allowPendingInvoiceReuse: z.boolean().nullish(),
})

export const readPayment = (body: unknown) => read(payment, spellIn(body ?? {}, payment.shape))

/** An invoice has one text, which its customer sees. The first line of it is the title. */
export const joinTexts = (title: string, description: string) => `${title}\n${description}`.trim()

export const splitTexts = (text: string | null): { title: string; description: string } => {
  const [title = '', ...rest] = (text ?? '').split('\n')
  return { title, description: rest.join('\n') }
}
