import { feeInvoiceNumber } from '@bitquay/contract/fee-collection'
import { fromSats } from '@bitquay/contract/money'
import {
  type Action,
  type Addressed,
  adminScreens,
  type Detail,
  entryOfMerchant,
  type Fact,
  merchantScreens,
  type OfMerchant,
} from '../facts/index.ts'
import type { Forgiven } from '../fees/index.ts'
import { getMerchant, listManagerEmails, lockPartner } from '../people/index.ts'
import {
  feeInvoiceEmail,
  feesReminderEmail,
  pauseNoticeEmail,
  paymentsPausedEmail,
  sharesEndedEmail,
} from './emails.ts'
import type { FeeInvoice } from './table.ts'

export const collectionAsked: Action<OfMerchant> = {
  act: 'fee-collection-asked',
  entry: entryOfMerchant,
  screens: adminScreens('merchants'),
}

const ofFees = { screens: merchantScreens(['balance'], ['fees', 'merchants']) }

/** A merchant is asked to pay fees. */
export const feeInvoiceCreated: Fact<FeeInvoice & { publicUrl: string }> = {
  ...ofFees,
  emails: async ({ publicUrl, ...invoice }, tx) => [
    { to: await listManagerEmails(tx, invoice.merchantId), ...feeInvoiceEmail(publicUrl, invoice) },
  ],
}

/** Money for fees arrived, or was undone. */
export const feesPaid: Fact<{ merchantId: number }> = ofFees

type Decided = FeeInvoice & { reason: string }

const entryOf = ({ id, merchantId }: FeeInvoice, detail: Detail) =>
  entryOfMerchant({ merchantId, detail: { invoice: feeInvoiceNumber(id), ...detail } })

export const feesExtended: Action<Decided & { until: Date }> = {
  ...ofFees,
  act: 'fee-invoice-extended',
  entry: ({ reason, until, ...invoice }) => entryOf(invoice, { until: until.toISOString(), reason }),
}

export const pauseRulesChanged: Action<Decided & { afterDays: number; aboveUsd: string }> = {
  ...ofFees,
  act: 'fee-pause-changed',
  entry: ({ reason, afterDays, aboveUsd, ...invoice }) => entryOf(invoice, { afterDays, aboveUsd, reason }),
}

type Late = FeeInvoice & { dueSats: bigint; pausesAt: Date; publicUrl: string }

const lateFact = (email: typeof feesReminderEmail): Fact<Late> => ({
  ...ofFees,
  emails: async ({ publicUrl, ...late }, tx) => [
    { to: await listManagerEmails(tx, late.merchantId), ...email(publicUrl, late) },
  ],
})

export const feesReminded = lateFact(feesReminderEmail)
export const pauseAnnounced = lateFact(pauseNoticeEmail)
export const paymentsPaused = lateFact(paymentsPausedEmail)

/** Partners lose a share that was pending, so each of them is told how much. */
export const feesForgiven: Action<Decided & Forgiven & { publicUrl: string }> = {
  screens: ({ merchantId, shares }) => [
    ...ofFees.screens({ merchantId }),
    ...shares.map(({ partnerId }) => [`partner:${partnerId}`, 'partners'] as const),
  ],
  act: 'fee-invoice-forgiven',
  entry: ({ reason, sats, ...invoice }) => entryOf(invoice, { btc: fromSats(sats), reason }),
  emails: async ({ merchantId, shares, publicUrl }, tx) => {
    const { storeName } = await getMerchant(tx, merchantId)
    const addressed: Addressed[] = []
    for (const { partnerId, sats } of shares) {
      const partner = await lockPartner(tx, partnerId)
      if (partner?.isActive) addressed.push({ to: partner.email, ...sharesEndedEmail(publicUrl, { storeName, sats }) })
    }
    return addressed
  },
}

export const feesWrittenOff: typeof feesForgiven = { ...feesForgiven, act: 'fee-invoice-written-off' }
