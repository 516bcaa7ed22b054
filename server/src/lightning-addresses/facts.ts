import { type Action, actionsOn, type Fact, merchantScreens, type OfSubject } from '../facts/index.ts'
import { listManagerEmails } from '../people/index.ts'
import { nameReleasedEmail } from './emails.ts'

/** An address belongs to a payment link, or to the merchant's settings. */
type OfAddress = { merchantId: number; paymentLinkId: number | null }

const screens = ({ merchantId, paymentLinkId }: OfAddress) =>
  merchantScreens([paymentLinkId === null ? 'settings' : 'payment-links'])({ merchantId })

const onAddress = actionsOn('lightning-address', screens)

export const lightningAddressChanged = onAddress('lightning-address-changed')
export const nameReleased: Action<OfSubject & OfAddress & { address: string; publicUrl: string }> = {
  ...onAddress('lightning-name-released'),
  emails: async ({ merchantId, address, publicUrl }, tx) => [
    { to: await listManagerEmails(tx, merchantId), ...nameReleasedEmail(publicUrl, address) },
  ],
  screens: (about) => [...screens(about), ['admin', 'merchants']],
}
/** The payment itself is announced as every payment is. */
export const linkPaid: Fact<{ merchantId: number }> = { screens: merchantScreens(['payment-links']) }
