import { type Limit, networkOf } from '../accounts/index.ts'

export const limits = {
  linkUsesFromSource: (address: string): Limit => ({
    bucket: `payment-link:source:${networkOf(address)}`,
    attempts: 30,
    windowSeconds: 60,
    grows: false,
  }),
  /** Their invoices are kept, also unpaid ones. */
  linkInvoicesFromSource: (address: string): Limit => ({
    bucket: `payment-link:day:source:${networkOf(address)}`,
    attempts: 5_000,
    windowSeconds: 86_400,
    grows: false,
  }),
  /** Places of a payment link with a limit. They are taken for as long as an invoice is open. */
  linkPlacesFromSource: (linkId: number, address: string, attempts: number, windowSeconds: number): Limit => ({
    bucket: `payment-link:${linkId}:source:${networkOf(address)}`,
    attempts,
    windowSeconds,
    grows: false,
  }),
  /** The single place of a link for one payment. Its invoices may be open for days, so these are kept for longer. */
  linkTurnsFromSource: (linkId: number, address: string, attempts: number, windowSeconds: number): Limit => ({
    bucket: `payment-link-turn:${linkId}:source:${networkOf(address)}`,
    attempts,
    windowSeconds,
    grows: false,
  }),
}
