import type { Answer, SentBody } from '@bitquay/contract/call'
import {
  cancelInvoice,
  createInvoice,
  getInvoice,
  listInvoices,
  markInvoice,
  resendInvoice,
  resolveInvoice,
} from '@bitquay/contract/invoices'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { askOnce } from '../../lib/exchange.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts'

export type DetailedInvoice = Answer<typeof getInvoice>

const everyMs = 30_000

export const useInvoice = (invoiceId: string) =>
  useQuery({ ...queryOf(getInvoice, { params: { invoiceId } }), refetchInterval: everyMs })

/** Whether this merchant has ever created one. */
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

export const useCancelInvoice = (invoiceId: string) =>
  useAction({ mutationFn: () => ask(cancelInvoice, { params: { invoiceId } }), rereads })

export const useResolveInvoice = (invoiceId: string) =>
  useAction({ mutationFn: () => ask(resolveInvoice, { params: { invoiceId } }), rereads })

export const useResendInvoice = (invoiceId: string) =>
  useAction({
    mutationFn: () => ask(resendInvoice, { params: { invoiceId } }),
    rereads,
  })
