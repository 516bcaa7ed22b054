import type { SentBody } from '@bitquay/contract/call'
import {
  createInvoice,
  getInvoice,
  type Invoice,
  listInvoices,
  markInvoice,
  resendInvoice,
} from '@bitquay/contract/invoices'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { askOnce } from '../../lib/exchange.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts'
import { usePages } from '../../lib/use-pages.ts'

export type InvoiceFilters = { search?: string; status?: Invoice['status'] }

const everyMs = 30_000
const pageLength = 20

/** Newest first. */
export const useInvoices = (filters: InvoiceFilters) =>
  usePages(listInvoices, { query: { limit: pageLength, ...filters } }, { everyMs })

export const useInvoice = (invoiceId: string) =>
  useQuery({ ...queryOf(getInvoice, { params: { invoiceId } }), refetchInterval: everyMs })

/** Has this merchant ever made one? */
export const useHasInvoice = (): boolean =>
  (useQuery(queryOf(listInvoices, { query: { limit: 1 } })).data?.length ?? 0) > 0

export type CreatedInvoice = SentBody<typeof createInvoice>

const rereads = [listInvoices]

export const useCreateInvoice = () => {
  const once = useIdempotencyKey()
  return useAction({
    mutationFn: (body: CreatedInvoice) => once(body, (key) => askOnce(createInvoice, key, { body })),
    rereads,
  })
}

export const useMarkInvoice = (invoiceId: string) =>
  useAction({
    mutationFn: (status: 'settled' | 'invalid') => ask(markInvoice, { params: { invoiceId }, body: { status } }),
    rereads,
  })

export const useResendInvoice = (invoiceId: string) =>
  useAction({
    mutationFn: () => ask(resendInvoice, { params: { invoiceId } }),
    rereads,
  })
