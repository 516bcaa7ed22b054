import { listMerchants } from '@bitquay/contract/admin-merchants'
import type { SentBody, SentQuery } from '@bitquay/contract/call'
import * as users from '@bitquay/contract/merchant-users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { askPage } from '../../lib/exchange.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

const choices = 50

/** Merchants to choose from: the newest, or those that are looked for. */
export const useMerchantChoices = (search: string) => {
  const query = { limit: choices, ...(search ? { search } : {}) }
  return useQuery({
    // Not the key of the list itself, whose pages have another shape.
    queryKey: [...keyOf(listMerchants, { query }), 'choices'],
    queryFn: ({ signal }) => askPage(listMerchants, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const useMerchantUsers = (merchantId: number | undefined) =>
  useQuery({
    ...queryOf(users.listMerchantUsers, { params: { id: merchantId ?? 0 } }),
    enabled: merchantId !== undefined,
  })

const rereads = [listMerchants]

export const useCreateUser = (merchantId: number) =>
  useAction({
    mutationFn: (body: SentBody<typeof users.createMerchantUser>) =>
      ask(users.createMerchantUser, { params: { id: merchantId }, body: { ...body, merchantId } }),
    rereads,
  })

export const useChangeUser = () =>
  useAction({
    mutationFn: ({ id, ...body }: SentBody<typeof users.changeMerchantUser> & { id: number }) =>
      ask(users.changeMerchantUser, { params: { id }, body }),
    rereads,
  })

export const useDeleteUser = () =>
  useAction({
    mutationFn: ({ id, ...query }: SentQuery<typeof users.deleteMerchantUser> & { id: number }) =>
      ask(users.deleteMerchantUser, { params: { id }, query }),
    rereads,
  })
