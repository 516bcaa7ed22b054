import type { Tx } from '../platform/db/transaction.ts'
import { readPlatformBrand } from '../platform-brand/index.ts'
import type { Email } from './email-template.ts'
import { findTimeZones } from './queries.ts'
import { insertEmails, type Place } from './table.ts'

export type Queued = Email & Place

/** Queues an email, in the transaction of the change that it reports. A worker sends it. */
export const queueEmail = (tx: Tx, { to, ...email }: Queued & { to: string }) => queueEmails(tx, [to], email)

/** Queues the same email to many recipients, to each with dates in their time zone. */
export const queueEmails = async (
  tx: Tx,
  recipients: readonly string[],
  { merchantId, isMass, invoiceEmail, isHeld, ...email }: Queued,
) => {
  const place = { merchantId, isMass, invoiceEmail, isHeld }
  if (recipients.length === 0) return
  const brand = await readPlatformBrand(tx)
  if (!email.hasDates) return insertEmails(tx, recipients, email.render({ timeZone: null, brand }), place)
  const zones = await findTimeZones(tx, recipients)
  for (const timeZone of new Set(recipients.map((recipient) => zones.get(recipient) ?? null))) {
    const readers = recipients.filter((recipient) => (zones.get(recipient) ?? null) === timeZone)
    await insertEmails(tx, readers, email.render({ timeZone, brand }), place)
  }
}
