import { createReceiveAddress, getBalance, getReceiveAddress, getWallet, syncWallet } from '@bitquay/contract/balances'
import type { Answer } from '@bitquay/contract/call'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export type Wallet = Answer<typeof getWallet>

export const useWallet = () => useQuery({ ...queryOf(getWallet), refetchInterval: 5_000 })

/** Its address begins with the wallet's, so it is loaded again when a deposit has used it. */
export const useReceiveAddress = () => useQuery(queryOf(getReceiveAddress))

export const useCreateReceiveAddress = () => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: () => ask(createReceiveAddress),
    onSuccess: (created) => queryClient.setQueryData(keyOf(getReceiveAddress), created),
  })
}

export const useSyncWallet = () => useAction({ mutationFn: () => ask(syncWallet), rereads: [getBalance, getWallet] })
