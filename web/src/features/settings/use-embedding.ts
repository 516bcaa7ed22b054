import { getCheckoutOrigins, setCheckoutOrigins } from '@bitquay/contract/checkout'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export const useCheckoutOrigins = () => useQuery(queryOf(getCheckoutOrigins))

export const useSetCheckoutOrigins = () => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (origins: string[]) => ask(setCheckoutOrigins, { body: { origins } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(keyOf(getCheckoutOrigins), saved)
    },
  })
}
