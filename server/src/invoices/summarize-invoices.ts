import type { Output } from '@bitquay/contract/call'
import { type summarizeInvoices as call, invoiceStates } from '@bitquay/contract/invoices'
import { fromCents, toCents } from '@bitquay/contract/money'
import type { Db } from '../platform/db/connect.ts'
import { type InvoiceFilter, readInvoiceSums } from './queries.list.ts'

/** Adds up a merchant's invoices. Without a search the figures are exact. */
export const summarizeInvoices = async (
  db: Db,
  merchantId: number,
  filter: InvoiceFilter,
): Promise<Output<typeof call>> => {
  const { parts, cap } = await readInvoiceSums(db, merchantId, filter)
  const countOf = (part: string) => Number(parts.get(part)?.count ?? 0n)
  const chosen = filter.state === undefined ? invoiceStates : [filter.state]
  const sumOf = (field: 'grossUsd' | 'receivedUsd') =>
    fromCents(chosen.reduce((sum, part) => sum + toCents(parts.get(part)?.[field] ?? '0'), 0n))
  return {
    total: countOf('total'),
    filtered: chosen.reduce((sum, part) => sum + countOf(part), 0),
    grossUsd: sumOf('grossUsd'),
    receivedUsd: sumOf('receivedUsd'),
    states: {
      unpaid: countOf('unpaid'),
      confirming: countOf('confirming'),
      paid: countOf('paid'),
      'partially-paid': countOf('partially-paid'),
      overpaid: countOf('overpaid'),
      'paid-late': countOf('paid-late'),
      expired: countOf('expired'),
      invalid: countOf('invalid'),
      attention: countOf('attention'),
    },
    exact: countOf('found') <= cap,
    cap,
  }
}
