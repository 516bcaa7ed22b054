import * as calls from '@bitquay/contract/admin-merchants'
import type { SentBody } from '@bitquay/contract/call'
import { getFees } from '@bitquay/contract/fees'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'
import { usePages } from '../../lib/use-pages.ts'

export type MerchantFilters = { search?: string; status?: 'active' | 'inactive' }

const pageLength = 25

/** Newest first. */
export const useMerchants = (filters: MerchantFilters) =>
  usePages(calls.listMerchants, { query: { limit: pageLength, ...filters } })

const everyMs = 30_000

export const useMerchant = (id: number) =>
  useQuery({ ...queryOf(calls.getMerchant, { params: { id } }), refetchInterval: everyMs })

/** The schedule that a merchant's markup is added to. */
export const useSchedule = () => useQuery(queryOf(getFees)).data?.current

const rereads = [calls.listMerchants, '/api/admin/dashboard']

export const useCreateMerchant = () =>
  useAction({
    mutationFn: (body: SentBody<typeof calls.createMerchant>) => ask(calls.createMerchant, { body }),
    rereads,
  })

export const useChangeMerchant = (id: number) => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (body: SentBody<typeof calls.changeMerchant>) => ask(calls.changeMerchant, { params: { id }, body }),
    onSuccess: (merchant) => queryClient.setQueryData(keyOf(calls.getMerchant, { params: { id } }), merchant),
    rereads,
  })
}
