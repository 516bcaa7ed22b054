import type { Output } from '@bitquay/contract/call'
import { type summarizeInvoices as call, invoiceStateFilters, invoiceStates } from '@bitquay/contract/invoices'
import { fromCents } from '@bitquay/contract/money'
import { countCap } from '../platform/db/sorted-rows.ts'
import { sumParts } from '../platform/db/sum-parts.ts'
import { type InvoiceFilter, type ListDeps, readInvoiceSums } from './queries.list.ts'

/** Adds up a merchant's invoices. Without a search the figures are exact. */
export const summarizeInvoices = async (
  deps: ListDeps,
  merchantId: number,
  filter: InvoiceFilter,
): Promise<Output<typeof call>> => {
  const rows = await readInvoiceSums(deps, merchantId, filter)
  const { total, counts, isExact } = sumParts(rows, invoiceStateFilters, undefined)
  // Invoices that need attention or are overdue are in another state, too.
  const chosen = filter.state === undefined ? invoiceStates : [filter.state]
  const { filtered, sumCents } = sumParts(rows, chosen, undefined)
  return {
    total,
    filtered,
    grossUsd: fromCents(sumCents(({ grossUsd }) => grossUsd)),
    receivedUsd: fromCents(sumCents(({ receivedUsd }) => receivedUsd)),
    states: counts,
    exact: isExact,
    cap: countCap,
  }
}
