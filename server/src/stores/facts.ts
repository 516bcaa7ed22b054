import type { WhoAndWhere } from '../accounts/index.ts'
import {
  type Action,
  adminScreens,
  entryOfMerchant,
  type Fact,
  merchantScreens,
  type OfMerchant,
} from '../facts/index.ts'
import { recoveryWordsReadEmail, walletMovedEmail } from './emails.ts'

/** What changes a merchant's wallet: the merchant and the administrators see it. */
const ofWallet = { entry: entryOfMerchant, screens: merchantScreens(['balance', 'settings'], ['merchants']) }

export const storeAdopted: Action<OfMerchant> = { ...ofWallet, act: 'store-adopted' }
/** A platform store has no merchant. */
export const storeCreated: Fact<{ merchantId: number | null }> = {
  screens: merchantScreens(['balance'], ['merchants']),
}
export const moveRequested: Action<OfMerchant> = { ...ofWallet, act: 'move-requested' }
export const moveCanceled: Action<OfMerchant> = { ...ofWallet, act: 'move-canceled' }
export const merchantMoved: Action<OfMerchant & { owner: { email: string; storeName: string }; publicUrl: string }> = {
  ...ofWallet,
  act: 'merchant-moved',
  emails: ({ owner, publicUrl }) => [{ to: owner.email, ...walletMovedEmail(publicUrl, owner.storeName) }],
}
export const formerStoreDone: Action<OfMerchant> = { ...ofWallet, act: 'former-store-done' }
export const lightningChanged: Action<{
  storeId: number
  merchantId: number | null
  detail: { nodeBefore: string; node: string; isAvailable: boolean }
}> = {
  act: 'lightning-changed',
  entry: ({ storeId, merchantId, detail }) => ({ subject: { kind: 'store', id: storeId }, merchantId, detail }),
  screens: ofWallet.screens,
}
export const recoveryPhraseRead: Action<{ merchantId: number; email: string; from: WhoAndWhere; publicUrl: string }> = {
  act: 'recovery-words-read',
  emails: ({ email, from, publicUrl }) => [{ to: email, ...recoveryWordsReadEmail(publicUrl, from) }],
  screens: merchantScreens(['balance']),
}
/** Webhooks may have been missing, and all stores have caught up. */
export const gapClosed: Fact<unknown> = { screens: adminScreens('system') }
