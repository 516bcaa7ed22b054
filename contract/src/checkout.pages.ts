import type { Checkout } from './checkout.ts'
import type { Language } from './languages.ts'
import type { PublicLink } from './payment-links.ts'
import type { PlatformBrand } from './platform-brand.ts'
import type { Refund, RefundClaim } from './refunds.ts'

/** A page as it is drawn: plain text for the tab, HTML for the page. */
export type DrawnPage = { title: string; html: string /** The shop's, as `#rrggbb`. */; color: string | null }

/** What a page says besides its subject. */
export type PageSettings = { mode: 'sandbox' | 'live'; language: Language; brand: PlatformBrand }

/** The fields of a payment link's form. A tip of one's own is `other`, and its amount a field beside it. */
export const linkFields = ['amount', 'quantity', 'tip', 'otherTip', 'name', 'email', 'note'] as const
export type LinkField = (typeof linkFields)[number]

/** What a customer entered into the form of a payment link, and what was wrong with it. */
export type LinkAttempt = {
  /** Where the form is sent. */
  action: string
  /** Identifies this display of the form, so that submitting it twice counts once. */
  token: string
  values: Partial<Record<LinkField, string | undefined>>
  problem?: { message: string; path: string | undefined }
}

/** What the page of a payment link was drawn from, for its script. */
export type GivenLink = { link: PublicLink | null; attempt: LinkAttempt }

/** The address that a customer entered to claim a refund without a script, and what was wrong with it. */
export type RefundAttempt = { address?: string | undefined; problem?: string | undefined }

export type NetworkName = 'mainnet' | 'testnet' | 'signet' | 'regtest'

/** What the page of a refund was drawn from, for its script. */
export type GivenRefund = { claim: RefundClaim | null; attempt: RefundAttempt; network: NetworkName }

/** A refund for anyone who has the link that the shop was given. It claims nothing and names no address. */
export type PullPaymentPage = Pick<RefundClaim, 'storeName' | 'brand'> &
  Pick<Refund, 'amount' | 'currency' | 'amountBtc' | 'status' | 'awaitingApproval' | 'txid'>

/** Where a customer stops the reminders of an invoice. */
export type RemindersPage = Pick<Checkout, 'storeName' | 'brand'> & {
  about: string
  title: string
  sentence: string
  /** Null once they are stopped. */
  button: string | null
}

/** Draws what customers open, on the server with the components of the browser. Null is drawn as not found. */
export type DrawPages = {
  drawCheckout: (checkout: Checkout | null, page: PageSettings) => DrawnPage
  drawLink: (given: GivenLink, page: PageSettings) => DrawnPage
  drawRefund: (given: GivenRefund, page: PageSettings) => DrawnPage
  drawPullPayment: (refund: PullPaymentPage, page: PageSettings) => DrawnPage
  drawReminders: (reminders: RemindersPage, page: PageSettings) => DrawnPage
}
