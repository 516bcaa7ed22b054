import type { Currency } from '@bitquay/contract/currencies'
import { listInvoices } from '@bitquay/contract/invoice-lists'
import {
  approveRefund,
  callOffRefund,
  claimRefund,
  createRefund,
  offerRefund,
  type RefundClaim,
  viewRefund,
} from '@bitquay/contract/refunds'
import { lendAddress } from '@bitquay/contract/sandbox'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { askOnce } from '../../lib/exchange.ts'
import { useAction } from '../../lib/use-action.ts'
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts'

const whileOpenMs = 3000

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

const claimKey = (token: string) => ['refund', token]

/** Asked again and again until the money has arrived: nobody is signed in here, so no stream tells. */
export const useClaim = (token: string) =>
  useQuery({
    queryKey: claimKey(token),
    queryFn: ({ signal }) => ask(viewRefund, { body: { token }, signal }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : whileOpenMs),
  })

const isOver = ({ status }: RefundClaim) => status !== 'offered' && status !== 'claimed'

export const useClaimRefund = (token: string) => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (address: string) => ask(claimRefund, { body: { token, address } }),
    onSuccess: (claim) => queryClient.setQueryData(claimKey(token), claim),
    onError: () => queryClient.invalidateQueries({ queryKey: claimKey(token) }),
  })
}

/** In the sandbox nobody needs a wallet: its public lends an address. */
export const useTestAddress = () =>
  useAction({
    mutationFn: async () => {
      const { address } = await ask(lendAddress, { body: {} })
      return typeof address === 'string' ? address : ''
    },
  })
