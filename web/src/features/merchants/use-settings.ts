import { verify } from '@bitquay/contract/accounts'
import type { SentBody } from '@bitquay/contract/call'
import { changeSettings, getSettings } from '@bitquay/contract/merchants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export const useSettings = () => useQuery(queryOf(getSettings))

export const useChangeSettings = () => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (body: SentBody<typeof changeSettings>) => ask(changeSettings, { body }),
    onSuccess: (settings) => {
      queryClient.setQueryData(keyOf(getSettings), settings)
      // The greeting on the dashboard is the store's name.
      return queryClient.invalidateQueries({ queryKey: keyOf(verify) })
    },
  })
}
