import { type Action, entryOfMerchant, merchantScreens, type OfMerchant } from '../facts/index.ts'
import { listManagerEmails } from '../people/index.ts'
import { changeCanceledEmail, connectRequestedEmail, leaveRequestedEmail, walletChangedEmail } from './emails.ts'
import type { OwnKeysChange } from './table.ts'

const ofKeys = { entry: entryOfMerchant, screens: merchantScreens(['balance', 'settings'], ['merchants']) }

type Requested = OfMerchant & { email: string; dueAt: Date; publicUrl: string }
type Kind = OwnKeysChange['kind']

/** Every owner can cancel it, so every owner is told. */
export const connectRequested: Action<Requested & { addresses: readonly string[] }> = {
  ...ofKeys,
  act: 'own-keys-requested',
  entry: ({ merchantId, addresses }) => entryOfMerchant({ merchantId, detail: { first: addresses[0] ?? '' } }),
  emails: async ({ merchantId, publicUrl, email, dueAt, addresses }, tx) => [
    {
      to: await listManagerEmails(tx, merchantId),
      ...connectRequestedEmail(publicUrl, { by: email, dueAt, addresses }),
    },
  ],
}
export const leaveRequested: Action<Requested> = {
  ...ofKeys,
  act: 'own-keys-leave-requested',
  entry: ({ merchantId }) => entryOfMerchant({ merchantId }),
  emails: async ({ merchantId, publicUrl, email, dueAt }, tx) => [
    { to: await listManagerEmails(tx, merchantId), ...leaveRequestedEmail(publicUrl, { by: email, dueAt }) },
  ],
}
export const changeCanceled: Action<OfMerchant & { email: string; kind: Kind; publicUrl: string }> = {
  ...ofKeys,
  act: 'own-keys-canceled',
  entry: ({ merchantId, kind }) => entryOfMerchant({ merchantId, detail: { kind } }),
  emails: async ({ merchantId, publicUrl, email }, tx) => [
    { to: await listManagerEmails(tx, merchantId), ...changeCanceledEmail(publicUrl, { by: email, at: tx.now }) },
  ],
}
/** The addresses are shown again, so that they can be compared once more. */
export const changeApplied: Action<OfMerchant & { kind: Kind; addresses: readonly string[]; publicUrl: string }> = {
  ...ofKeys,
  act: 'own-keys-changed',
  entry: ({ merchantId, kind, addresses }) =>
    entryOfMerchant({ merchantId, detail: { kind, first: addresses[0] ?? null } }),
  emails: async ({ merchantId, publicUrl, addresses }, tx) => [
    { to: await listManagerEmails(tx, merchantId), ...walletChangedEmail(publicUrl, addresses) },
  ],
}
