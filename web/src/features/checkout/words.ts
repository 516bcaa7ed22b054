import type { Checkout } from '@bitquay/contract/invoices'
import { confirmationsOf, isLightningOnly, type Phase } from './phase.ts'
import { formatPrice } from './price.ts'

type Words = { title: string; heading: string; sentence: string }

/** What the page says of itself: in the tab, as its heading, and to those who listen. */
export const describePhase = (checkout: Checkout, phase: Phase): Words => {
  const store = checkout.storeName
  const price = formatPrice(checkout.amount, checkout.currency)
  switch (phase) {
    case 'waiting':
      return { title: `Pay ${price}`, heading: price, sentence: `Waiting for payment, ${waysOf(checkout)}` }
    case 'part':
      return { title: `Pay ${price}`, heading: price, sentence: 'A part has arrived. Waiting for the rest' }
    case 'closing':
      return { title: `Pay ${price}`, heading: price, sentence: 'Time is up. Looking for a payment' }
    case 'received':
      return {
        title: 'Payment received',
        heading: 'Payment received',
        sentence: isLightningOnly(checkout)
          ? 'It is being settled; you can close this page.'
          : `${confirmationsOf(checkout)} of ${checkout.confirmationsNeeded} ${
              checkout.confirmationsNeeded === 1 ? 'confirmation' : 'confirmations'
            }. The next block takes about 10 minutes; you can close this page.`,
      }
    case 'paid':
      return { title: 'Paid', heading: 'Paid', sentence: `${store} has your payment. Nothing more to do.` }
    case 'expired':
      return {
        title: 'Expired',
        heading: 'This invoice has expired',
        sentence: `Please do not pay to the old code. Get a new price, or ask ${store} for a new invoice.`,
      }
    case 'expired-part':
      return {
        title: 'Expired, paid in part',
        heading: 'Expired, paid in part',
        sentence: `Please do not send the rest. Ask ${store} what happens with the part that arrived.`,
      }
    case 'paid-late':
      return {
        title: 'Paid late',
        heading: 'Your payment came late',
        sentence: `${store} sees it, and decides what happens next. Keep this page as proof.`,
      }
    case 'invalid':
      return {
        title: 'Invoice not valid',
        heading: 'This invoice is no longer valid',
        sentence: `Please do not pay it. Ask ${store} for a new invoice.`,
      }
  }
}

const waysOf = ({ bitcoinAddress, lightningInvoice }: Checkout) => {
  if (!lightningInvoice) return 'Bitcoin'
  return bitcoinAddress ? 'Bitcoin or Lightning' : 'Lightning'
}
