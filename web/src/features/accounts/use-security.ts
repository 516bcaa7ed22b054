import { listSessions, verify } from '@bitquay/contract/accounts'
import type { Portal } from '@bitquay/contract/people'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf, reread } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'
import { securityCalls } from './calls.ts'

/** The types of the merchant's calls fit all three portals: only the paths differ. */
const callsOf = (portal: Portal) => securityCalls[portal] as typeof securityCalls.merchant

export const useSecurity = (portal: Portal) => useQuery(queryOf(callsOf(portal).security))

export const useChangePassword = (portal: Portal) => {
  const onSuccess = useReread(portal)
  return useAction({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      ask(callsOf(portal).changePassword, { body }),
    onSuccess,
  })
}

export const useSetupTwoFactor = (portal: Portal) =>
  useAction({ mutationFn: () => ask(callsOf(portal).setupTwoFactor, { body: {} }) })

export const useVerifyTwoFactor = (portal: Portal) => {
  const onSuccess = useReread(portal)
  return useAction({
    mutationFn: (body: { secret: string; token: string }) => ask(callsOf(portal).verifyTwoFactor, { body }),
    onSuccess,
  })
}

export const useDisableTwoFactor = (portal: Portal) => {
  const onSuccess = useReread(portal)
  return useAction({
    mutationFn: (token: string) => ask(callsOf(portal).disableTwoFactor, { body: { token } }),
    onSuccess,
  })
}

export const useRenewRecoveryCodes = (portal: Portal) => {
  const onSuccess = useReread(portal)
  return useAction({
    mutationFn: (token: string) => ask(callsOf(portal).renewRecoveryCodes, { body: { token } }),
    onSuccess,
  })
}

/**
 * A change of password or second factor also shows in the session and in the list of sessions. It is not waited for: what
 * the answer holds, such as recovery codes, is shown before the card that asked is drawn anew.
 */
const useReread = (portal: Portal) => {
  const queryClient = useQueryClient()
  return () => void reread(queryClient, [callsOf(portal).security, verify, listSessions])
}
