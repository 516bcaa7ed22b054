import { type Action, adminScreens, entryOfMerchant, merchantScreens, type OfMerchant } from '../facts/index.ts'
import type { Email } from '../mail/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { feeChangeEmail, feeChangeWithdrawnEmail } from './emails.ts'
import { listMerchantEmails } from './queries.ts'
import { type FeeName, feeNames } from './table.schedules.ts'

/** Merchants are not notified about what partners pay. */
const merchantFees: readonly FeeName[] = [
  'platformFeePercent',
  'partnerPoolPercent',
  'withdrawalFeePercent',
  'invoiceProcessingPercent',
]

const toEveryMerchant = async (tx: Tx, email: Email) => [{ to: await listMerchantEmails(tx), ...email, isMass: true }]

type Schedule = { id: number; effectiveFrom: Date; publicUrl: string }
type Change = { fee: FeeName; before: string; after: string }

export const feesAnnounced: Action<Schedule & { changes: readonly Change[] }> = {
  act: 'fees-announced',
  entry: ({ id, effectiveFrom, changes }) => ({
    subject: { kind: 'fee-schedule', id },
    detail: {
      effectiveFrom: effectiveFrom.toISOString(),
      ...Object.fromEntries(changes.map(({ fee, before, after }) => [fee, `${before} → ${after}`])),
    },
  }),
  emails: async ({ effectiveFrom, changes, publicUrl }, tx) => {
    const shown = changes
      .filter(({ fee }) => merchantFees.includes(fee))
      .map(({ fee, before, after }) => ({ name: feeNames[fee], beforePercent: before, afterPercent: after }))
    if (shown.length === 0) return undefined
    return toEveryMerchant(tx, feeChangeEmail(publicUrl, { effectiveFrom, changes: shown }))
  },
  screens: adminScreens('fees'),
}
export const feesCanceled: Action<Schedule> = {
  act: 'fees-withdrawn',
  entry: ({ id, effectiveFrom }) => ({
    subject: { kind: 'fee-schedule', id },
    detail: { effectiveFrom: effectiveFrom.toISOString() },
  }),
  emails: ({ effectiveFrom, publicUrl }, tx) => toEveryMerchant(tx, feeChangeWithdrawnEmail(publicUrl, effectiveFrom)),
  screens: adminScreens('fees'),
}
export const markupChanged: Action<
  OfMerchant & { to: string; before: string; after: string; effectiveFrom: Date; publicUrl: string }
> = {
  act: 'markup-changed',
  entry: ({ merchantId, before, after, effectiveFrom }) =>
    entryOfMerchant({ merchantId, detail: { before, after, effectiveFrom: effectiveFrom.toISOString() } }),
  emails: ({ to, before, after, effectiveFrom, publicUrl }) => {
    const changes = [{ name: 'Markup fee', beforePercent: before, afterPercent: after }]
    return [{ to, ...feeChangeEmail(publicUrl, { effectiveFrom, changes }) }]
  },
  screens: merchantScreens(['settings'], ['merchants']),
}
