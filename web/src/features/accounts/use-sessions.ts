import { endSession, endSessions, listSessions } from '@bitquay/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export const useSessions = () => useQuery(queryOf(listSessions))

export const useEndSession = () =>
  useAction({ mutationFn: (id: number) => ask(endSession, { params: { id } }), rereads: [listSessions] })

export const useEndSessions = () => useAction({ mutationFn: () => ask(endSessions) })
