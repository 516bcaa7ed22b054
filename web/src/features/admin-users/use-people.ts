import { listMerchants } from '@bitquay/contract/admin-merchants'
import * as admins from '@bitquay/contract/admins'
import type { SentBody, SentParams, SentQuery } from '@bitquay/contract/call'
import * as users from '@bitquay/contract/merchant-users'
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { askPage } from '../../lib/exchange.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export type Someone = SentParams<typeof admins.sendInvitation>
type Proof = SentBody<typeof admins.sendInvitation>

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

export const useCreateUser = (merchantId: number) => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (body: SentBody<typeof users.createMerchantUser>) =>
      ask(users.createMerchantUser, { params: { id: merchantId }, body: { ...body, merchantId } }),
    onSuccess: () => rereadPeople(queryClient),
  })
}

export const useChangeUser = () => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: ({ id, ...body }: SentBody<typeof users.changeMerchantUser> & { id: number }) =>
      ask(users.changeMerchantUser, { params: { id }, body }),
    onSuccess: () => rereadPeople(queryClient),
  })
}

export const useDeleteUser = () => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: ({ id, ...query }: SentQuery<typeof users.deleteMerchantUser> & { id: number }) =>
      ask(users.deleteMerchantUser, { params: { id }, query }),
    onSuccess: () => rereadPeople(queryClient),
  })
}

export const useAdmins = () => useQuery(queryOf(admins.listAdmins))

export const useInviteAdmin = () => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (body: SentBody<typeof admins.createAdmin>) => ask(admins.createAdmin, { body }),
    onSuccess: () => rereadPeople(queryClient),
  })
}

export const useChangeAdmin = () => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: ({ id, ...body }: SentBody<typeof admins.changeAdmin> & { id: number }) =>
      ask(admins.changeAdmin, { params: { id }, body }),
    onSuccess: () => rereadPeople(queryClient),
  })
}

export const useSendInvitation = () => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: ({ person, proof }: { person: Someone; proof: Proof }) =>
      ask(admins.sendInvitation, { params: person, body: proof }),
    onSuccess: () => rereadPeople(queryClient),
  })
}

export const useResetTwoFactor = () => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: ({ person, proof }: { person: Someone; proof: Proof }) =>
      ask(admins.resetTwoFactor, { params: person, body: proof }),
    onSuccess: () => rereadPeople(queryClient),
  })
}

const rereadPeople = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) =>
      typeof address === 'string' &&
      (address.startsWith(listMerchants.path) ||
        address.startsWith(admins.listAdmins.path) ||
        address.startsWith('/api/admin/partners')),
  })
