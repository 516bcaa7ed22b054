import { z } from 'zod'

/** What the queries of all lists share. */

/**
 * PostgreSQL reads offsets such as "+02:00" with the opposite sign, and abbreviations such as "IST" as those of another
 * country, so only full names are accepted.
 */
const isTimeZone = (name: string) => {
  if (!/^([A-Za-z]+\/.+|UTC)$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** An IANA time zone, such as `Europe/Berlin`. */
export const timeZone = z.string().max(64).refine(isTimeZone, 'Enter a valid time zone')

/** PostgreSQL has neither a year 0 nor offsets of 16 hours or more. */
const isStorable = (moment: string) => !/^0000|[+-](1[6-9]|2\d):\d\d$/.test(moment)

/** A moment, or a date: the whole day in the time zone of the query. */
const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'Enter an ISO 8601 date or time')
  .refine(isStorable, 'Enter an ISO 8601 date or time')

/** The range of a list. `from` and `to` are both included. Dates are days in `tz`, which is UTC by default. */
export const period = {
  from: moment.optional().describe('The first moment or day, in ISO 8601. It is included.'),
  to: moment.optional().describe('The last moment or day, in ISO 8601. It is included.'),
  tz: timeZone.optional().describe('The IANA time zone of days in `from` and `to`. UTC by default.'),
}
export type Period = { from?: string | undefined; to?: string | undefined; tz?: string | undefined }

/** Several words in a query: `?expand=a,b` or `?expand=a&expand=b`. */
export const listParam = <const Word extends string>(words: readonly Word[]) =>
  z
    .unknown()
    .transform((given) => [given].flat().flatMap((text) => (typeof text === 'string' ? text.split(',') : [text])))
    .pipe(z.array(z.enum(words)).max(20))
    .optional()
    .meta({ type: 'array', items: { type: 'string', enum: words } })

/** `field` sorts up, `-field` down. */
export const sortBy = <const Field extends string>(...fields: Field[]) => {
  const down = fields.map((field) => `-${field}` as const)
  return z
    .enum([...fields, ...down] as [Field, ...(Field | `-${Field}`)[]])
    .optional()
    .describe('The order. A minus sign sorts from the largest or newest.')
}
