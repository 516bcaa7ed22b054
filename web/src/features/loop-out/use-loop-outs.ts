import type { SentBody } from '@bitquay/contract/call'
import {
  cancelLoopOut,
  completeLoopOut,
  countLoopOuts,
  executeLoopOut,
  getLoopOut,
  type LoopOutRequest,
  listLoopOuts,
  listOwnLoopOuts,
  listPendingLoopOuts,
  quoteLoopOut,
  rejectLoopOut,
  requestLoopOut,
  resolveLoopOut,
} from '@bitquay/contract/loop-out'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

const pollMs = 5_000

/** A merchant's own requests, newest first. Polled while one is open, since an admin may decide at any time. */
export const useOwnLoopOuts = () =>
  useQuery({
    ...queryOf(listOwnLoopOuts),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? pollMs : false),
  })

export const isOpen = ({ status }: Pick<LoopOutRequest, 'status'>) => status === 'pending' || status === 'executing'

export const useRequestLoopOut = () =>
  useAction({ mutationFn: () => ask(requestLoopOut, { body: {} }), rereads: ['/api/merchant/lightning'] })

/** Read anew each time that the dialog opens: balance and fees change. */
export const useLoopOutQuote = () =>
  useQuery({
    queryKey: ['loop-out-quote'],
    queryFn: ({ signal }) => ask(quoteLoopOut, { body: {}, signal }),
    gcTime: 0,
  })

export const useCancelLoopOut = () =>
  useAction({
    mutationFn: (requestId: number) => ask(cancelLoopOut, { body: { requestId } }),
    rereads: ['/api/merchant/lightning'],
  })

/** The requests that wait for an admin, oldest first. */
export const usePendingLoopOuts = () => useQuery({ ...queryOf(listPendingLoopOuts), refetchInterval: pollMs })

export const useLoopOut = (id: number) =>
  useQuery({ ...queryOf(getLoopOut, { params: { id } }), refetchInterval: pollMs })

export const useLoopOutCounts = () => useQuery({ ...queryOf(countLoopOuts), refetchInterval: pollMs })

/** Everything that admins see of loop-outs has an address that begins with this one. */
const rereads = [listLoopOuts]

export const useCompleteLoopOut = () =>
  useAction({
    mutationFn: (body: SentBody<typeof completeLoopOut>) => ask(completeLoopOut, { body }),
    rereads,
  })

export const useExecuteLoopOut = () =>
  useAction({
    mutationFn: (body: SentBody<typeof executeLoopOut>) => ask(executeLoopOut, { body }),
    rereads,
  })

export const useRejectLoopOut = () =>
  useAction({
    mutationFn: (body: SentBody<typeof rejectLoopOut>) => ask(rejectLoopOut, { body }),
    rereads,
  })

export const useResolveLoopOut = () =>
  useAction({
    mutationFn: (body: SentBody<typeof resolveLoopOut>) => ask(resolveLoopOut, { body }),
    rereads,
  })
