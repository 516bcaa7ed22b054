import { toSats } from '@bitquay/contract/money'
import type { PublicLink } from '@bitquay/contract/payment-links'
import { computeLinkSum } from '@bitquay/contract/payment-links.amounts'
import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { createInvoice, type OrderedOptions } from '../invoices/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { keyOfLinkUse } from '../platform/http/idempotency-key.ts'
import type { Source } from '../platform/http/route.ts'
import { invalid, requireDecimals } from './check-amounts.ts'
import { closedSentences } from './closed-sentences.ts'
import { limits } from './limits.ts'
import { findPublicLink } from './queries.ts'
import { openSecondsOf, requirePlaceOfSource } from './require-place-of-source.ts'
import { lockLink } from './table.ts'

export type LinkUse = {
  amount: string | undefined
  quantity: number | undefined
  tip: string | undefined
  name: string | undefined
  email: string | undefined
  note: string | undefined
  idempotencyKey: string | undefined
}

/**
 * A customer uses a link, which creates an invoice. Its uses are counted while the link is locked, so that concurrent
 * customers cannot exceed the limit. A form that is sent twice finds its first invoice.
 */
export const usePaymentLink = async (deps: Deps, slug: string, use: LinkUse, source: Source) => {
  const { address } = source
  await requireAttempts(deps, [limits.linkUsesFromSource(address), limits.linkInvoicesFromSource(address)])
  const link = await findPublicLink(deps.db, slug)
  if (!link) throw new ApiError('not-found')
  const quantity = use.quantity ?? 1
  const { amount, tip } = priceOf(link, { ...use, quantity })
  const invoice = await createInvoice(deps, {
    merchantId: link.merchantId,
    amount,
    currency: link.currency,
    description: quantity > 1 ? `${quantity} × ${link.title}` : link.title,
    customerName: requestedValue('name', link.askName, use.name),
    customerEmail: requestedValue('email', link.askEmail, use.email),
    ...link.orders,
    metadata: withEntered(link.orders.metadata, {
      quantity: quantity > 1 ? String(quantity) : undefined,
      tip,
      customerNote: requestedValue('note', link.askNote, use.note),
    }),
    linkQuantity: quantity > 1 ? quantity : undefined,
    paymentLinkId: link.id,
    createdBy: `payment-link:${link.id}`,
    idempotencyKey: use.idempotencyKey === undefined ? undefined : keyOfLinkUse(slug, use.idempotencyKey),
    admit: async (tx, isThere) => {
      if (await isThere()) return
      // Without a limit no lock is needed.
      if (link.maxPayments !== null) {
        await lockLink(tx, link.merchantId, link.id)
        if (await isThere()) return
      }
      await requireActive(tx, slug, quantity)
      await requirePlaceOfSource(tx, deps, link, openSecondsOf(link.orders), source, quantity)
    },
  })
  return { invoiceId: invoice.invoiceId ?? '', checkoutLink: `${deps.config.publicUrl}/i/${invoice.invoiceId}` }
}

const requireActive = async (tx: Tx, slug: string, quantity: number) => {
  const link = await findPublicLink(tx, slug)
  if (!link) throw new ApiError('not-found')
  if (link.status !== 'active') throw new ApiError('payment-link-closed', { message: closedSentences[link.status] })
  if (quantity > link.maxQuantity) throw invalid('quantity', `You can take up to ${link.maxQuantity}`)
}

/** What is charged. The page shows the same sum, but only this one counts. */
const priceOf = (link: PublicLink, use: Pick<LinkUse, 'amount' | 'tip'> & { quantity: number }) => {
  const price = amountOf(link, use.amount)
  const tip = tipOf(link, use.tip)
  if (use.quantity === 1 && tip === undefined) return { amount: price, tip }
  const sum = computeLinkSum({ currency: link.currency, amount: price, quantity: use.quantity, tip })
  if (!sum) throw invalid('amount', 'Please enter a valid amount')
  return { amount: sum.total, tip: tip === undefined ? undefined : sum.tip }
}

const tipOf = (link: PublicLink, given: string | undefined) => {
  if (given === undefined) return undefined
  if (link.tips.length === 0) throw invalid('tip', 'This link doesn’t ask for a tip')
  requireDecimals('tip', given, link.currency)
  return given
}

/** The shop's own entries stay, and what the customer entered comes on top. */
const withEntered = (metadata: OrderedOptions['metadata'], entered: Record<string, string | undefined>) => {
  const given = Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== undefined))
  return Object.keys(given).length === 0 ? metadata : { ...metadata, ...given }
}

const amountOf = (link: PublicLink, given: string | undefined): string => {
  if (link.amount !== null) {
    if (given !== undefined && toSats(given) !== toSats(link.amount)) {
      throw invalid('amount', `The amount is ${link.amount} ${link.currency}`)
    }
    return link.amount
  }
  if (given === undefined) throw invalid('amount', 'Enter an amount')
  requireDecimals('amount', given, link.currency)
  if (link.minAmount !== null && toSats(given) < toSats(link.minAmount)) {
    throw invalid('amount', `The smallest amount is ${link.minAmount} ${link.currency}`)
  }
  if (link.maxAmount !== null && toSats(given) > toSats(link.maxAmount)) {
    throw invalid('amount', `The largest amount is ${link.maxAmount} ${link.currency}`)
  }
  return given
}

const missing = { name: 'Enter your name', email: 'Enter your email address', note: 'Enter a note' }

/** Details that the link does not request are not stored. */
const requestedValue = (path: keyof typeof missing, requirement: PublicLink['askName'], given: string | undefined) => {
  if (requirement === 'required' && !given) throw invalid(path, missing[path])
  return requirement === 'no' ? undefined : given
}
