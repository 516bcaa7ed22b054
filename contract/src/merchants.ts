import { z } from 'zod'
import { call } from './call.ts'
import { languages } from './languages.ts'
import { merchantRole } from './people.ts'
import { oneLine, timestamp, usdAmount, withdrawalsClosed } from './scalars.ts'

export const settingsForm = z.strictObject({
  storeName: z
    .string('Business name is required')
    .overwrite(oneLine)
    .min(1, 'Business name is required')
    .max(120, 'Business name must be at most 120 characters'),
})

const limitWrong = 'Enter an amount from 0 to 100,000'

export const zeroConfirmationForm = z.strictObject({
  zeroConfirmationLimitUsd: z
    .union([z.number(), z.string()], limitWrong)
    .transform(String)
    .pipe(z.string().regex(/^\d{1,6}(\.\d{1,2})?$/, limitWrong))
    .refine((limit) => Number(limit) <= 100_000, limitWrong),
})

/** The language of customer pages and emails, where the customer's own isn't known. */
const defaultLanguage = z.enum(languages, 'Choose a language')

const settings = z.strictObject({
  storeName: z.string(),
  email: z.string(),
  isActive: z.boolean(),
  /** Since when nothing new can be created. Null while the account is open. */
  closingSince: timestamp.nullable(),
  role: merchantRole,
  markupFeePercent: z.number(),
  /** An announced change of the markup. */
  nextMarkup: z.strictObject({ markupFeePercent: z.number(), effectiveFrom: timestamp }).nullable(),
  /** Whether each payment is notified by email. */
  paymentLetters: z.boolean(),
  /** Unconfirmed payments below this count as paid on invoices with 0 confirmations. 0.00 turns it off. */
  zeroConfirmationLimitUsd: usdAmount,
  defaultLanguage,
  /** Whether customers are reminded of emailed invoices that they haven't paid. */
  sendsReminders: z.boolean(),
  createdAt: timestamp,
  /** For the person who sends the request. Null when they may withdraw. */
  withdrawalsClosed,
  /** Nothing is paid from this store, because a restore is under review. */
  withdrawalsUnderCheck: z.boolean(),
})

export const getSettings = call({
  method: 'GET',
  path: '/api/merchant/settings',
  audience: 'merchant',
  summary: 'Retrieve your account settings',
  output: settings,
})

export const changeSettings = call({
  method: 'PATCH',
  path: '/api/merchant/settings',
  audience: 'merchant-manager',
  summary:
    'Update your account: business name, payment emails, the limit for unconfirmed payments, the default language and reminders',
  body: z
    .strictObject({
      ...settingsForm.shape,
      paymentLetters: z.boolean(),
      ...zeroConfirmationForm.shape,
      defaultLanguage,
      sendsReminders: z.boolean(),
    })
    .partial()
    .refine((change) => Object.keys(change).length > 0, 'Business name is required'),
  // With a high limit, a thief can take goods for payments that never confirm.
  recentPassword: ['zeroConfirmationLimitUsd'],
  output: settings,
})
