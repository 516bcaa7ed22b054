import { decodeBolt11 } from '@bitquay/btcpay/wire/bolt11'
import { sql } from 'kysely'
import type { Way } from '../platform/db/sorted-rows.ts'

/** The longest search for names and words. Only a Lightning invoice is longer. */
export const longestWords = 200

/**
 * By a complete address or payment hash that was ever issued for an invoice, also by an attempt that has expired. The few
 * IDs are read first, so that the planner doesn't compare all invoices with them.
 */
export const ofDestination = (search: string, merchantId?: number): Way => ({
  condition: sql`i.invoice_id = any(array(
    select d.invoice_id from invoice_destinations d
    where d.kind in ('address', 'payment-hash') and d.destination = any(${destinationsIn(search)}::text[])
      ${merchantId === undefined ? sql`` : sql`and d.merchant_id = ${merchantId}`}))`,
  isSelective: true,
})

/** What someone may mean who pastes an address, a payment hash, a Lightning invoice or a link to a wallet. */
export const destinationsIn = (search: string): string[] => {
  const [bare = ''] = search.replace(/^(bitcoin|lightning):/i, '').split('?')
  const hash = /^ln/i.test(bare) ? decodeBolt11(bare)?.paymentHash : undefined
  return [...new Set([bare, bare.toLowerCase(), ...(hash === undefined ? [] : [hash])])]
}
