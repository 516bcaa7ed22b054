import { getSystem } from '@bitquay/contract/operations'
import * as calls from '@bitquay/contract/restores'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export const useRestore = () => useQuery(queryOf(calls.getRestore))
export const usePeople = () => useQuery(queryOf(calls.listRestoredPeople))
export const useKeys = () => useQuery(queryOf(calls.listRestoredKeys))

export const useConfirm = () =>
  useAction({
    mutationFn: (body: { ids: number[]; twoFactorToken?: string }) => ask(calls.confirmPeople, { body }),
    rereads: [calls.getRestore, calls.listRestoredPeople],
  })

export const useDecideKey = (id: number) =>
  useAction({
    mutationFn: (decision: calls.RestoredKey['decision']) =>
      ask(calls.decideRestoredKey, { params: { id }, body: { decision } }),
    rereads: [calls.getRestore, calls.listRestoredKeys],
  })

export const useFinish = () =>
  useAction({
    mutationFn: (body: { twoFactorToken?: string }) => ask(calls.finishRestore, { body }),
    rereads: [calls.getRestore, calls.listRestoredKeys, getSystem],
  })
