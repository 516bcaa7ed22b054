import type { SentBody } from '@bitquay/contract/call'
import {
  type AdminLoopOutRequest,
  completeLoopOut,
  countLoopOuts,
  executeLoopOut,
  listLoopOuts,
  rejectLoopOut,
  resolveLoopOut,
} from '@bitquay/contract/loop-out'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

/** The lists read themselves again every five seconds. */
export const useLoopOuts = () => useQuery({ ...queryOf(listLoopOuts), refetchInterval: 5_000 })

/** The list has an end, so what there is in all is counted by the server. */
export const useLoopOutCounts = () => useQuery({ ...queryOf(countLoopOuts), refetchInterval: 5_000 })

/** Those that wait for an admin, oldest first, and those that the platform is carrying out. */
export const splitLoopOuts = (all: readonly AdminLoopOutRequest[]) => ({
  pending: all.filter(({ status }) => status === 'pending').toReversed(),
  executing: all.filter(({ status }) => status === 'executing').toReversed(),
})

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
