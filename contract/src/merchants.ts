import { z } from 'zod'
import { currency } from './amounts.ts'
import { call } from './call.ts'
import { countries } from './countries.ts'
import { payMethods } from './invoices.options.ts'
import { languages } from './languages.ts'
import { timeZone } from './lists.ts'
import { merchantRole } from './people.ts'
import { id, oneLine, timestamp, usdAmount, withdrawalsClosed } from './scalars.ts'

export const settingsForm = z.strictObject({
  storeName: z
    .string('Business name is required')
    .overwrite(oneLine)
    .min(1, 'Business name is required')
    .max(120, 'Business name must be at most 120 characters'),
})

const detail = (name: string, most: number) =>
  z.string(`${name} must be text`).overwrite(oneLine).max(most, `${name} must be at most ${most} characters`)

const phoneWrong = 'Enter a phone number, such as +1 207 555 0142'
const websiteWrong = 'Enter a website, such as pelican.coffee'

/** Without a user name before the host, which could pass for another host. */
const isWebsite = (typed: string) =>
  typed === '' ||
  (/^(https?:\/\/)?[^\s"'<>\\@/.]+(\.[^\s"'<>\\@/.]+)+(\/[^\s"'<>\\]*)?$/i.test(typed) &&
    z.url({ protocol: /^https?$/ }).safeParse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`).success)

/** What receipts say of the business. An empty text removes a detail. */
const businessDetails = {
  legalName: detail('Legal name', 120).describe('The name of the company, if it isn’t the business name.'),
  street: detail('Street', 200),
  city: detail('City', 100),
  region: detail('State', 100).describe('The state or province.'),
  postalCode: detail('ZIP', 20),
  country: z.enum(['', ...countries], 'Choose a country').describe('A code of ISO 3166-1, such as US.'),
  taxId: detail('Tax ID', 40).describe('An EIN or VAT number.'),
  phone: z
    .string(phoneWrong)
    .overwrite(oneLine)
    .max(40, phoneWrong)
    .regex(/^$|^\+?[\d\s().\-/]{5,30}((x|ext\.?) ?\d{1,6})?$/i, phoneWrong),
  website: z.string(websiteWrong).overwrite(oneLine).max(300, websiteWrong).refine(isWebsite, websiteWrong),
} as const

/** As it is shown. An empty text is a detail that wasn't given. */
const shownDetails = {
  legalName: z.string(),
  street: z.string(),
  city: z.string(),
  region: z.string(),
  postalCode: z.string(),
  country: z.string(),
  taxId: z.string(),
  phone: z.string(),
  website: z.string(),
} as const satisfies Record<keyof typeof businessDetails, z.ZodType>

const { legalName, phone, website, ...address } = businessDetails

export const nameForm = z.strictObject({ ...settingsForm.shape, legalName })
export const addressForm = z.strictObject(address)
export const contactForm = z.strictObject({ phone, website })

const dayEndWrong = 'Choose an hour from 0 to 6'

/** Where the business is. */
const region = {
  timeZone: timeZone.nullable().describe('Receipts and reports have it. Null: receipts are in UTC.'),
  currency: currency.describe('What the forms of invoices and payment links begin with.'),
  dayEndsHour: z
    .number(dayEndWrong)
    .int(dayEndWrong)
    .min(0, dayEndWrong)
    .max(6, dayEndWrong)
    .describe('The hour at which a day of the reports ends. 0 is midnight.'),
} as const

export const priceMinutes = [5, 10, 15, 30, 60, 120, 1440] as const
export const mostShortPercent = 5
const shortWrong = `Enter a percentage from 0 to ${mostShortPercent}`

/** What the forms of invoices and payment links begin with. Calls keep their own defaults. */
const checkoutDefaults = {
  payMethods: z
    .array(z.enum(payMethods))
    .min(1, 'Keep at least one way to pay')
    .max(2)
    .transform((chosen) => payMethods.filter((method) => chosen.includes(method)))
    .describe('How customers can pay invoices and payment links that are created with the forms.'),
  priceMinutes: z
    .union(
      priceMinutes.map((minutes) => z.literal(minutes)),
      'Choose how long the price is locked',
    )
    .describe('For how many minutes an invoice can be paid at its rate.'),
  shortPercent: z
    .number(shortWrong)
    .min(0, shortWrong)
    .max(mostShortPercent, shortWrong)
    .multipleOf(0.01, 'Use at most 2 decimals')
    .describe('How many percent less than the amount still count as paid.'),
  passesFee: z.boolean().describe('Whether the invoice form begins with the fee added to the bill.'),
} as const

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
  ...region,
  currency: z.string(),
  ...checkoutDefaults,
  payMethods: z.array(z.enum(payMethods)),
  priceMinutes: z.number().int(),
  ...shownDetails,
  id,
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
    'Update your account: business name and details, region, payment emails, how invoices are paid, the default language and reminders',
  body: z
    .strictObject({
      ...settingsForm.shape,
      paymentLetters: z.boolean(),
      ...zeroConfirmationForm.shape,
      defaultLanguage,
      sendsReminders: z.boolean(),
      ...businessDetails,
      ...region,
      ...checkoutDefaults,
    })
    .partial()
    .refine((change) => Object.keys(change).length > 0, 'Business name is required'),
  // With a high limit, a thief can take goods for payments that never confirm.
  recentPassword: ['zeroConfirmationLimitUsd'],
  output: settings,
})
