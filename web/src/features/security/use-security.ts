import { listSessions, verify } from '@bitquay/contract/auth'
import type { Portal } from '@bitquay/contract/people'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'
import { securityCalls } from './calls.ts'

/** The calls of merchants stand for all three: they differ in nothing but the path. */
const callsOf = (portal: Portal) => securityCalls[portal] as typeof securityCalls.merchant

export const useSecurity = (portal: Portal) => useQuery(queryOf(callsOf(portal).security))

export const useChangePassword = (portal: Portal) => {
  const reread = useReread(portal)
  return useAction({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      ask(callsOf(portal).changePassword, { body }),
    onSuccess: reread,
  })
}

export const useSetupTwoFactor = (portal: Portal) =>
  useAction({ mutationFn: () => ask(callsOf(portal).setupTwoFactor, { body: {} }) })

export const useVerifyTwoFactor = (portal: Portal) => {
  const reread = useReread(portal)
  return useAction({
    mutationFn: (body: { secret: string; token: string }) => ask(callsOf(portal).verifyTwoFactor, { body }),
    onSuccess: reread,
  })
}

export const useDisableTwoFactor = (portal: Portal) => {
  const reread = useReread(portal)
  return useAction({
    mutationFn: (token: string) => ask(callsOf(portal).disableTwoFactor, { body: { token } }),
    onSuccess: reread,
  })
}

export const useRenewRecoveryCodes = (portal: Portal) => {
  const reread = useReread(portal)
  return useAction({
    mutationFn: (token: string) => ask(callsOf(portal).renewRecoveryCodes, { body: { token } }),
    onSuccess: reread,
  })
}

/** A change of password or second factor also shows in the session and in the list of sessions. */
const useReread = (portal: Portal) => {
  const queryClient = useQueryClient()
  return () => {
    for (const call of [callsOf(portal).security, verify, listSessions]) {
      void queryClient.invalidateQueries({ queryKey: keyOf(call) })
    }
  }
}
