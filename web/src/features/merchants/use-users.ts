import type { SentBody, SentQuery } from '@bitquay/contract/call'
import { listMerchants } from '@bitquay/contract/merchants.admin'
import { listPeople } from '@bitquay/contract/merchants.people'
import * as users from '@bitquay/contract/merchants.users'
import { ask } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'

const rereads = [listMerchants, listPeople]

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
