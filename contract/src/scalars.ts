import { z } from 'zod'

/** Fields that many calls share, with the spec's messages. */

/**
 * The maximum of a PostgreSQL integer column: a larger number would fail in the database instead of being refused here.
 */
const largestInteger = 2_147_483_647

/** An ID in a response. */
export const id = z.number().int().positive()
/** An ID in a request body. */
export const idField = z.number().int().positive().max(largestInteger)
/** An ID in a path or a query. */
export const idParam = z.coerce.number().int().positive().max(largestInteger)
/** The same where the column is a bigint. Zod keeps it within 2^53. */
export const longIdParam = z.coerce.number().int().positive()

export const email = z
  .string('Invalid email address')
  .trim()
  .toLowerCase()
  .max(254, 'Invalid email address')
  .pipe(z.email('Invalid email address'))

export const newPassword = z
  .string('Password must be at least 8 characters')
  .min(8, 'Password must be at least 8 characters')
  .max(200, 'Password must be at most 200 characters')

/** A code from an authenticator app. */
export const totpCode = z
  .string('Token must be 6 digits')
  .length(6, 'Token must be 6 digits')
  .regex(/^\d{6}$/, 'Token must be 6 digits')

/** Forms send an empty text for a field that was left empty. Any other value is checked by its own rule. */
export const emptyAsAbsent = <T extends z.ZodType>(shape: T) =>
  z
    .union([z.literal('').transform(() => undefined), shape], {
      error: ({ errors }) => (errors as { message: string }[][] | undefined)?.at(-1)?.[0]?.message,
    })
    .optional()

/** An admin's own code. Outside the sandbox it is required for changes to money, people and BTCPay details. */
export const adminProof = { twoFactorToken: totpCode.optional() }

/** For names: emails use them in subjects and sentences, where a separate line could pass for our own text. */
export const oneLine = (value: string) => value.replace(/\s+/g, ' ').trim()

export const text = (maxLength: number) => z.string().trim().max(maxLength)

/** ISO 8601, UTC. */
export const timestamp = z.iso.datetime()

/** Money in a response: a plain decimal string. */
export const btcAmount = z.string().regex(/^-?\d+\.\d{8}$/)
export const usdAmount = z.string().regex(/^-?\d+\.\d{2}$/)

const pageWithCursorUpTo = (largest: number) => ({
  limit: z.coerce.number().int().min(1).max(100).default(25).describe('How many to return, from 1 to 100.'),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, 'This cursor isn’t valid')
    .refine((cursor) => Number(cursor) <= largest, 'This cursor isn’t valid')
    .optional()
    .describe('Where to continue: the `X-Next-Cursor` of the page before.'),
})

/** `?limit&cursor`. The next cursor is in the header `X-Next-Cursor`. */
export const page = pageWithCursorUpTo(largestInteger)
/** The same for lists whose IDs are bigints. */
export const longPage = pageWithCursorUpTo(Number.MAX_SAFE_INTEGER)
/** The same for short lists, which screens read in one piece: without `limit` the rest of the list is returned. */
export const shortListPage = z.strictObject({
  limit: page.limit.unwrap().optional().describe('How many to return, from 1 to 100. All of them if left out.'),
  cursor: page.cursor,
})

export const done = z
  .strictObject({ message: z.string().describe('What was done.') })
  .meta({ id: 'Done', description: 'The request was carried out, and there is nothing else to return.' })

/** Why someone can't withdraw yet, and until when. New accounts and changed credentials wait for 24 hours. */
export const withdrawalsClosed = z
  .strictObject({ until: timestamp, reason: z.enum(['new-account', 'security-change']) })
  .nullable()
