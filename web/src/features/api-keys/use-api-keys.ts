import { createApiKey, listApiKeys, revokeApiKey } from '@bitquay/contract/api-keys'
import type { SentBody } from '@bitquay/contract/call'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export type NewApiKey = SentBody<typeof createApiKey>

export const useApiKeys = () => useQuery(queryOf(listApiKeys))

export const useCreateApiKey = () => useAct((body: NewApiKey) => ask(createApiKey, { body }))

export const useRevokeApiKey = (id: number) => useAct(() => ask(revokeApiKey, { params: { id } }))

const useAct = <Input, Result>(act: (input: Input) => Promise<Result>) => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: act,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(listApiKeys) }),
  })
}
