import { listInvoices } from '@bitquay/contract/invoices'
import type { Currency } from '@bitquay/contract/prices'
import { approveRefund, callOffRefund, createRefund, offerRefund } from '@bitquay/contract/refunds'
import { ask } from '../../lib/api.ts'
import { askOnce } from '../../lib/exchange.ts'
import { useAction } from '../../lib/use-action.ts'
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts'

const rereads = [listInvoices]

/** A whole part of the invoice, or an amount. */
type RefundOrder = ({ kind: 'overpaid' | 'everything' } | { amount: string; currency: Currency }) & {
  reason?: string
}

export const useCreateRefund = (invoiceId: string) => {
  const once = useIdempotencyKey()
  const params = { invoiceId }
  return useAction({
    mutationFn: ({ order, twoFactorToken }: { order: RefundOrder; twoFactorToken: string }) =>
      once(order, (key) =>
        'kind' in order
          ? askOnce(offerRefund, key, { params, body: { ...order, twoFactorToken } })
          : askOnce(createRefund, key, { params, body: { ...order, twoFactorToken } }),
      ),
    rereads,
  })
}

export const useApproveRefund = () =>
  useAction({
    mutationFn: ({ id, twoFactorToken }: { id: number; twoFactorToken: string }) =>
      ask(approveRefund, { params: { id }, body: { twoFactorToken } }),
    rereads,
  })

export const useCancelRefund = () =>
  useAction({
    mutationFn: (id: number) => ask(callOffRefund, { params: { id } }),
    rereads,
  })
