import { changeApiKey, confirmApiKey, createApiKey, listApiKeys, revokeApiKey } from '@bitquay/contract/api-keys'
import type { SentBody } from '@bitquay/contract/call'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export type NewApiKey = SentBody<typeof createApiKey>

export const useApiKeys = () => useQuery(queryOf(listApiKeys))

export const useCreateApiKey = () =>
  useAction({ mutationFn: (body: NewApiKey) => ask(createApiKey, { body }), rereads: [listApiKeys] })

export const useChangeApiKey = (id: number) =>
  useAction({
    mutationFn: (body: SentBody<typeof changeApiKey>) => ask(changeApiKey, { params: { id }, body }),
    rereads: [listApiKeys],
  })

export const useConfirmApiKey = (id: number) =>
  useAction({
    mutationFn: (twoFactorToken: string) => ask(confirmApiKey, { params: { id }, body: { twoFactorToken } }),
    rereads: [listApiKeys],
  })

export const useRevokeApiKey = (id: number) =>
  useAction({ mutationFn: () => ask(revokeApiKey, { params: { id } }), rereads: [listApiKeys] })
