import type { SentBody, SentQuery } from '@bitquay/contract/call'
import { listMerchants } from '@bitquay/contract/merchants.admin'
import * as users from '@bitquay/contract/merchants.users'
import { ask } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { usePages } from '../../lib/use-pages.ts'

export type PeopleFilters = { search?: string; merchantId?: number }

/** Merchants by name, each with everyone who signs in for it. */
export const useMerchantPeople = (filters: PeopleFilters) =>
  usePages(users.listMerchantPeople, { query: { limit: 25, ...filters } }, { everyMs: 30_000 })

const rereads = [listMerchants, users.listMerchantPeople]

export const useCreateUser = () =>
  useAction({
    mutationFn: ({ merchantId, ...body }: SentBody<typeof users.createMerchantUser> & { merchantId: number }) =>
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
