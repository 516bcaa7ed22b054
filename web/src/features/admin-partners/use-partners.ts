import * as calls from '@bitquay/contract/admin-partners'
import type { Answer, SentBody } from '@bitquay/contract/call'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export type PartnerDetail = Answer<typeof calls.getPartner>

const everyMs = 30_000

export const usePartners = () => useQuery({ ...queryOf(calls.listPartners), refetchInterval: everyMs })

export const usePartnerMetrics = () => useQuery({ ...queryOf(calls.getPartnerMetrics), refetchInterval: everyMs })

export const usePartner = (partnerId: number) =>
  useQuery({ ...queryOf(calls.getPartner, { params: { partnerId } }), refetchInterval: everyMs })

export const useCreatePartner = () => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (body: SentBody<typeof calls.createPartner>) => ask(calls.createPartner, { body }),
    onSuccess: () => reread(queryClient),
  })
}

export const useChangePartner = (partnerId: number) => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (body: SentBody<typeof calls.changePartner>) =>
      ask(calls.changePartner, { params: { partnerId }, body }),
    onSuccess: () => reread(queryClient),
  })
}

const reread = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) => typeof address === 'string' && address.startsWith(calls.listPartners.path),
  })
