import { type Action, entryOfMerchant, type Fact, merchantScreens, type OfMerchant } from '../facts/index.ts'
import { listManagerEmails } from '../people/index.ts'
import {
  accountClosedEmail,
  accountReopenedEmail,
  emailChangedEmail,
  emailChangeStartedEmail,
  recoveryStartedEmail,
} from './emails.ts'
import type { DataOwner } from './queries.personal-data.ts'

const ofAccount = { entry: entryOfMerchant, screens: merchantScreens(['settings'], ['merchants']) }

/** `links` stop the change. Everybody has their own. */
type Started<Change> = OfMerchant & {
  publicUrl: string
  links: readonly { to: string; token: string }[]
  change: Change
}

export const recoveryStarted: Action<Started<{ storeName: string; owner: string; dueAt: Date }>> = {
  ...ofAccount,
  act: 'recovery-started',
  emails: ({ publicUrl, links, change }) =>
    links.map(({ to, token }) => ({ to, ...recoveryStartedEmail(publicUrl, token, change) })),
}
export const recoveryStopped: Action<OfMerchant> = { ...ofAccount, act: 'recovery-stopped' }
export const recoveryCompleted: Action<OfMerchant> = { ...ofAccount, act: 'recovery-completed' }

export const emailChangeStarted: Action<
  Started<{ storeName: string; newEmail: string; dueAt: Date; oldEmail: string }>
> = {
  ...ofAccount,
  act: 'email-change-started',
  emails: ({ publicUrl, links, change: { oldEmail, ...change } }) =>
    links.map(({ to, token }) => ({
      to,
      ...emailChangeStartedEmail(publicUrl, token, { ...change, isToOwner: to === oldEmail }),
    })),
}
export const emailChangeStopped: Action<OfMerchant> = { ...ofAccount, act: 'email-change-stopped' }
export const emailChangeFailed: Action<OfMerchant> = { ...ofAccount, act: 'email-change-failed' }
export const emailChanged: Action<{ merchantId: number; before: string; after: string; publicUrl: string }> = {
  ...ofAccount,
  act: 'email-changed',
  entry: ({ merchantId, before, after }) => entryOfMerchant({ merchantId, detail: { before, after } }),
  emails: ({ before, after, publicUrl }, tx) => [
    { to: [before, after], ...emailChangedEmail(publicUrl, { newEmail: after, at: tx.now }) },
  ],
}

type Account = OfMerchant & { publicUrl: string; storeName: string }

export const accountClosed: Action<Account & { by: string }> = {
  ...ofAccount,
  act: 'account-closed',
  emails: async ({ merchantId, publicUrl, storeName, by }, tx) => [
    { to: await listManagerEmails(tx, merchantId), ...accountClosedEmail(publicUrl, { storeName, by, at: tx.now }) },
  ],
}
/** Its last payout has ended. */
export const closingFinished: Fact<OfMerchant> = { screens: ofAccount.screens }
export const accountReopened: Action<Account> = {
  ...ofAccount,
  act: 'account-reopened',
  emails: async ({ merchantId, publicUrl, storeName }, tx) => [
    { to: await listManagerEmails(tx, merchantId), ...accountReopenedEmail(publicUrl, storeName) },
  ],
}

const entryOfOwner = ({ kind, id }: DataOwner) => ({
  subject: { kind, id },
  merchantId: kind === 'merchant' ? id : null,
})

export const personErased: Action<DataOwner> = {
  act: 'person-erased',
  entry: entryOfOwner,
  screens: () => [['admin', 'merchants']],
}
export const dataExported: Action<DataOwner> = { act: 'personal-data-exported', entry: entryOfOwner }
