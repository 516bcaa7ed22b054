import { listMerchants } from '@bitquay/contract/admin-merchants'
import * as admins from '@bitquay/contract/admins'
import type { SentBody, SentParams, SentQuery } from '@bitquay/contract/call'
import * as users from '@bitquay/contract/merchant-users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
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

const rereads = [listMerchants, admins.listAdmins, '/api/admin/partners']

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

export const useAdmins = () => useQuery(queryOf(admins.listAdmins))

export const useInviteAdmin = () =>
  useAction({
    mutationFn: (body: SentBody<typeof admins.createAdmin>) => ask(admins.createAdmin, { body }),
    rereads,
  })

export const useChangeAdmin = (id: number) =>
  useAction({
    mutationFn: (body: SentBody<typeof admins.changeAdmin>) => ask(admins.changeAdmin, { params: { id }, body }),
    rereads,
  })

export const useSendInvitation = () =>
  useAction({
    mutationFn: ({ person, proof }: { person: Someone; proof: Proof }) =>
      ask(admins.sendInvitation, { params: person, body: proof }),
    rereads,
  })

export const useResetTwoFactor = () =>
  useAction({
    mutationFn: ({ person, proof }: { person: Someone; proof: Proof }) =>
      ask(admins.resetTwoFactor, { params: person, body: proof }),
    rereads,
  })
