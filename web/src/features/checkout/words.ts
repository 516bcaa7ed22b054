import type { Checkout } from '@bitquay/contract/checkout'
import type { BadgeShape } from '../../ui/badge.tsx'
import * as t from './messages.ts'
import { confirmationsOf, isLightningOnly, type Phase } from './phase.ts'
import { formatPrice, isOpenPrice } from './price.ts'

type Words = {
  /** Of the tab. */
  title: string
  badge: { shape: BadgeShape; word: string }
  heading: string
  sentence: string
}

/** What is paid for. */
export const titleOf = ({ description, storeName }: Checkout) => description ?? t.payStore({ store: storeName })

/** What the page says of itself: in the tab, as its heading, and to those who listen. */
export const describePhase = (checkout: Checkout, phase: Phase): Words => {
  const store = checkout.storeName
  const title = isOpenPrice(checkout)
    ? t.payStore({ store })
    : t.payTitle({ price: formatPrice(checkout.amount, checkout.currency) })
  switch (phase) {
    case 'waiting':
      return {
        title,
        badge: { shape: 'dashed', word: checkout.overdue ? t.overdueBadge : t.unpaidBadge },
        heading: titleOf(checkout),
        sentence: describeWaiting(checkout),
      }
    case 'part':
      return {
        title,
        badge: { shape: 'dashed', word: t.partBadge },
        heading: t.partHeading,
        sentence: t.partReceived,
      }
    case 'unpriced':
      return {
        title,
        badge: { shape: 'dashed', word: checkout.overdue ? t.overdueBadge : t.unpaidBadge },
        heading: titleOf(checkout),
        sentence: t.unpriced,
      }
    case 'closing':
      return {
        title,
        badge: { shape: 'dashed', word: t.unpaidBadge },
        heading: t.closingHeading,
        sentence: t.closing,
      }
    case 'received':
      return {
        title: t.received,
        badge: { shape: 'dashed', word: t.confirmingBadge },
        heading: t.received,
        sentence: isLightningOnly(checkout)
          ? t.settling
          : t.confirming({ confirmations: String(confirmationsOf(checkout)), needed: checkout.confirmationsNeeded }),
      }
    case 'paid':
      return {
        title: t.paid,
        badge: { shape: 'solid', word: t.paidBadge },
        heading: t.paidHeading,
        sentence: t.complete,
      }
    case 'overpaid':
      return {
        title: t.paid,
        badge: { shape: 'solid', word: t.overpaidBadge },
        heading: t.overpaidHeading,
        sentence: (checkout.refunded ? t.refundStarted : t.overpaidSentence)({ store }),
      }
    case 'expired':
      return {
        title: t.expired,
        badge: { shape: 'open', word: t.expiredBadge },
        heading: t.expiredHeading,
        sentence: checkout.renewable ? t.expiredNext({ store }) : t.expiredForGood({ store }),
      }
    case 'expired-part':
      return {
        title: t.expiredPart,
        badge: { shape: 'open', word: t.partBadge },
        heading: t.expiredPart,
        sentence: (checkout.refunded ? t.refundStarted : t.expiredPartNext)({ store }),
      }
    case 'paid-late':
      return {
        title: t.paidLate,
        badge: { shape: 'dashed', word: t.paidLateBadge },
        heading: t.paidLateHeading,
        sentence: (checkout.refunded ? t.refundStarted : t.paidLateNext)({ store }),
      }
    case 'store-closed':
      return {
        title: t.storeClosed,
        badge: { shape: 'crossed', word: t.storeClosed },
        heading: t.storeClosedHeading({ store }),
        sentence: t.storeClosedNext({ store }),
      }
    case 'invalid':
      return {
        title: t.invalid,
        badge: { shape: 'crossed', word: t.invalidBadge },
        heading: t.invalidHeading,
        sentence: t.invalidNext({ store }),
      }
  }
}

const describeWaiting = ({ bitcoinAddress, lightningInvoice }: Checkout) => {
  if (!lightningInvoice) return t.waitingForBitcoin
  return bitcoinAddress ? t.waitingForAny : t.waitingForLightning
}
