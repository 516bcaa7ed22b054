import { endSession, endSessions, listSessions } from '@bitquay/contract/auth'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export const useSessions = () => useQuery(queryOf(listSessions))

export const useEndSession = () => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (id: number) => ask(endSession, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(listSessions) }),
  })
}

export const useEndSessions = () => useAction({ mutationFn: () => ask(endSessions) })
