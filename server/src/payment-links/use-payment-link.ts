import { toSats } from '@bitquay/contract/money'
import type { PublicLink } from '@bitquay/contract/payment-links'
import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { createInvoice } from '../invoices/index.ts'
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
  name: string | undefined
  email: string | undefined
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
  const invoice = await createInvoice(deps, {
    merchantId: link.merchantId,
    amount: amountOf(link, use.amount),
    currency: link.currency,
    description: link.title,
    customerName: requestedValue('name', link.askName, use.name),
    customerEmail: requestedValue('email', link.askEmail, use.email),
    ...link.orders,
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
      await requireActive(tx, slug)
      await requirePlaceOfSource(tx, deps, link, openSecondsOf(link.orders), source)
    },
  })
  return { invoiceId: invoice.invoiceId ?? '', checkoutLink: `${deps.config.publicUrl}/i/${invoice.invoiceId}` }
}

const requireActive = async (tx: Tx, slug: string) => {
  const link = await findPublicLink(tx, slug)
  if (!link) throw new ApiError('not-found')
  if (link.status !== 'active') throw new ApiError('payment-link-closed', { message: closedSentences[link.status] })
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

/** Details that the link does not request are not stored. */
const requestedValue = (path: 'name' | 'email', requirement: PublicLink['askName'], given: string | undefined) => {
  if (requirement === 'required' && !given) {
    throw invalid(path, path === 'name' ? 'Enter your name' : 'Enter your email address')
  }
  return requirement === 'no' ? undefined : given
}
