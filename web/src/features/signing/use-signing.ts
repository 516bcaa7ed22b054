import {
  cancelForSure,
  cancelSigningRequest,
  getSigningRequest,
  listSigningRequests,
  raiseFee,
  type SigningRequest,
  submitSignature,
} from '@bitquay/contract/signing'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

/** Somebody else may sign while the page is open. */
const everyMs = 15_000
/** It is prepared within seconds. */
const soonMs = 2_000

export const useSigningRequests = () => useQuery({ ...queryOf(listSigningRequests), refetchInterval: everyMs })

/** One payment, followed until its end. */
export const useSigningRequest = (id: number) =>
  useQuery({
    ...queryOf(getSigningRequest, { params: { id } }),
    refetchInterval: ({ state: { data } }) =>
      data && isOver(data) ? false : data?.state === 'preparing' ? soonMs : everyMs,
  })

/** An ended one may still be sent by whoever has it. */
const isOver = ({ state, canStillBeSent }: SigningRequest) =>
  !canStillBeSent && (state === 'confirmed' || state === 'failed' || state === 'canceled')

/** Hands in what was signed. The answer is the payment as it is then. */
export const useSubmitSignature = (id: number) => {
  const queryClient = useQueryClient()
  const sent = { params: { id } }
  return useAction({
    mutationFn: (psbt: string) => ask(submitSignature, { ...sent, body: { psbt } }),
    onSuccess: (request) => void queryClient.setQueryData(keyOf(getSigningRequest, sent), request),
    // The list and this payment, which may have been sent although no answer came.
    rereads: [listSigningRequests, '/api/merchant/withdrawal', '/api/merchant/balance'],
  })
}

export const useCancelSigning = () =>
  useAction({
    mutationFn: (id: number) => ask(cancelSigningRequest, { params: { id } }),
    rereads: [listSigningRequests, '/api/merchant/invoices', '/api/merchant/balance'],
  })

export const useCancelForSure = () =>
  useAction({
    mutationFn: (id: number) => ask(cancelForSure, { params: { id } }),
    rereads: [listSigningRequests],
  })

export const useRaiseFee = (id: number) => {
  const queryClient = useQueryClient()
  const sent = { params: { id } }
  return useAction({
    mutationFn: () => ask(raiseFee, sent),
    onSuccess: (request) => void queryClient.setQueryData(keyOf(getSigningRequest, sent), request),
    rereads: [listSigningRequests],
  })
}
