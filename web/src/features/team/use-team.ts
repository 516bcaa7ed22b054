import {
  changeTeamUser,
  confirmTeamUser,
  inviteTeamUser,
  listTeam,
  removeTeamUser,
  resendTeamInvitation,
} from '@bitquay/contract/merchants.team'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export type Role = 'admin' | 'user'

const rereads = [listTeam]

export const useTeam = () => useQuery(queryOf(listTeam))

export const useInvite = () =>
  useAction({
    mutationFn: (body: { email: string; name: string; role: Role; twoFactorToken: string }) =>
      ask(inviteTeamUser, { body }),
    rereads,
  })

export const useChangeRole = (id: number, role: Role) =>
  useAction({
    mutationFn: (twoFactorToken: string) => ask(changeTeamUser, { params: { id }, body: { role, twoFactorToken } }),
    rereads,
  })

export const useRemove = (id: number) =>
  useAction({
    mutationFn: (twoFactorToken: string) => ask(removeTeamUser, { params: { id }, query: { twoFactorToken } }),
    rereads,
  })

export const useResend = (id: number) =>
  useAction({
    mutationFn: (twoFactorToken: string) => ask(resendTeamInvitation, { params: { id }, body: { twoFactorToken } }),
    rereads,
  })

export const useConfirm = (id: number) =>
  useAction({
    mutationFn: (twoFactorToken: string) => ask(confirmTeamUser, { params: { id }, body: { twoFactorToken } }),
    rereads,
  })
