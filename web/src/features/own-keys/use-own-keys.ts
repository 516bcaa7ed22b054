import { getBalance, getWallet } from '@bitquay/contract/balances'
import type { SentBody } from '@bitquay/contract/call'
import {
  cancelOwnKeysChange,
  connectOwnWallet,
  getOwnKeys,
  leaveOwnWallet,
  lookAhead,
  readOwnWallet,
} from '@bitquay/contract/own-keys'
import { listSigningRequests } from '@bitquay/contract/signing'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

/** A change that waits may be made, or canceled by somebody else, while the page is open. */
export const useOwnKeys = () => useQuery({ ...queryOf(getOwnKeys), refetchInterval: 15_000 })

/** What waits for a signature of somebody who holds the keys. */
export const useWaitingPayments = () => useQuery({ ...queryOf(listSigningRequests), refetchInterval: 15_000 })

const rereads = [getOwnKeys, getWallet, getBalance]

export const useReadOwnWallet = () =>
  useAction({ mutationFn: (body: SentBody<typeof readOwnWallet>) => ask(readOwnWallet, { body }) })

export const useConnectOwnWallet = () =>
  useAction({ mutationFn: (body: SentBody<typeof connectOwnWallet>) => ask(connectOwnWallet, { body }), rereads })

export const useLeaveOwnWallet = () =>
  useAction({
    mutationFn: (twoFactorToken: string) => ask(leaveOwnWallet, { body: { twoFactorToken } }),
    rereads,
  })

export const useCancelChange = () => useAction({ mutationFn: () => ask(cancelOwnKeysChange), rereads })

export const useLookAhead = () => useAction({ mutationFn: () => ask(lookAhead) })
