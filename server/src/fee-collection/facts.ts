import {
  type Action,
  adminScreens,
  entryOfMerchant,
  type Fact,
  merchantScreens,
  type OfMerchant,
} from '../facts/index.ts'
import { listManagerEmails } from '../people/index.ts'
import { feeInvoiceEmail } from './emails.ts'
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
