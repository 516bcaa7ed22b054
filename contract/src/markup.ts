import { z } from 'zod'

const message = 'Markup fee must be a number between 0 and 50'

/** A merchant's markup in a request: 0 to 50 with at most three decimals, as a number or a plain decimal string. */
export const markupFeePercent = z
  .union([z.number(message), z.string(message).trim()], message)
  .transform(String)
  .pipe(z.string().regex(/^(?:\d|[1-4]\d)(?:\.\d{1,3})?$|^50(?:\.0{1,3})?$/, message))

/** How many days ahead an increase must be announced. */
export const markupNoticeDays = 30
