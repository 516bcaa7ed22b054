import { listInvoices, summarizeInvoices } from '@bitquay/contract/invoices'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'

const everyMs = 30_000
const shownCount = 4

/** Invoices that wait for a decision, newest first. */
export const useAttentionInvoices = () =>
  useQuery({
    ...queryOf(listInvoices, { query: { state: 'attention', limit: shownCount } }),
    refetchInterval: everyMs,
  })

/** How many there are, also for the sidebar. */
export const useAttentionCount = (): number =>
  useQuery({ ...queryOf(summarizeInvoices, { query: { state: 'attention' } }), refetchInterval: everyMs }).data?.states
    .attention ?? 0
