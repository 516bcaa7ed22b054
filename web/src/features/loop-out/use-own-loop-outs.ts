import { type LoopOutRequest, listOwnLoopOuts, requestLoopOut } from '@bitquay/contract/loop-out'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

const everyMs = 5_000

/** The requests, newest first. Asked again while one is open, since an admin may decide at any time. */
export const useLoopOuts = () =>
  useQuery({
    ...queryOf(listOwnLoopOuts),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? everyMs : false),
  })

export const isOpen = ({ status }: Pick<LoopOutRequest, 'status'>) => status === 'pending' || status === 'executing'

export const useRequestLoopOut = () =>
  useAction({ mutationFn: () => ask(requestLoopOut, { body: {} }), rereads: ['/api/merchant/lightning'] })
