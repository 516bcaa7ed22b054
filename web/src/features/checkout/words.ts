import type { Checkout } from '@bitquay/contract/invoices'
import * as t from './messages.ts'
import { confirmationsOf, isLightningOnly, type Phase } from './phase.ts'
import { formatPrice } from './price.ts'

type Words = { title: string; heading: string; sentence: string }

/** What the page says of itself: in the tab, as its heading, and to those who listen. */
export const describePhase = (checkout: Checkout, phase: Phase): Words => {
  const store = checkout.storeName
  const price = formatPrice(checkout.amount, checkout.currency)
  switch (phase) {
    case 'waiting':
      return { title: t.payTitle({ price }), heading: price, sentence: describeWaiting(checkout) }
    case 'part':
      return { title: t.payTitle({ price }), heading: price, sentence: t.partReceived }
    case 'closing':
      return { title: t.payTitle({ price }), heading: price, sentence: t.closing }
    case 'received':
      return {
        title: t.received,
        heading: t.received,
        sentence: isLightningOnly(checkout)
          ? t.settling
          : t.confirming({ confirmations: String(confirmationsOf(checkout)), needed: checkout.confirmationsNeeded }),
      }
    case 'paid':
      return { title: t.paid, heading: t.paid, sentence: t.complete({ store }) }
    case 'expired':
      return {
        title: t.expired,
        heading: t.expiredHeading,
        sentence: t.expiredNext({ store }),
      }
    case 'expired-part':
      return {
        title: t.expiredPart,
        heading: t.expiredPart,
        sentence: t.expiredPartNext({ store }),
      }
    case 'paid-late':
      return {
        title: t.paidLate,
        heading: t.paidLateHeading,
        sentence: t.paidLateNext({ store }),
      }
    case 'invalid':
      return {
        title: t.invalid,
        heading: t.invalidHeading,
        sentence: t.invalidNext({ store }),
      }
  }
}

const describeWaiting = ({ bitcoinAddress, lightningInvoice }: Checkout) => {
  if (!lightningInvoice) return t.waitingForBitcoin
  return bitcoinAddress ? t.waitingForAny : t.waitingForLightning
}
