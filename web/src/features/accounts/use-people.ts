import { requestPasswordReset } from '@bitquay/contract/accounts'
import * as admins from '@bitquay/contract/accounts.admins'
import type { SentBody, SentParams } from '@bitquay/contract/call'
import { listMerchants } from '@bitquay/contract/merchants.admin'
import { listPeople, summarizePeople } from '@bitquay/contract/merchants.people'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export type PersonRef = SentParams<typeof admins.sendInvitation>
type Proof = SentBody<typeof admins.sendInvitation>

const rereads = [listMerchants, listPeople, admins.listAdmins, '/api/admin/partners']

export const useAdmins = () => useQuery(queryOf(admins.listAdmins))

/** How many people sign in for merchants. */
export const useMerchantPeopleCount = () => useQuery(queryOf(summarizePeople, { query: {} })).data?.views.all

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
    mutationFn: ({ person, proof }: { person: PersonRef; proof: Proof }) =>
      ask(admins.sendInvitation, { params: person, body: proof }),
    rereads,
  })

export const useResetTwoFactor = () =>
  useAction({
    mutationFn: ({ person, proof }: { person: PersonRef; proof: Proof }) =>
      ask(admins.resetTwoFactor, { params: person, body: proof }),
    rereads,
  })

export const useSendPasswordReset = () =>
  useAction({
    mutationFn: (email: string) => ask(requestPasswordReset, { body: { email } }),
    rereads: [],
  })
