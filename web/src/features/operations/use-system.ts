import type { Answer } from '@bitquay/contract/call'
import * as calls from '@bitquay/contract/operations'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export type System = Answer<typeof calls.getSystem>

/** What identifies a finding, with its figures. */
export type Finding = { check: string; subject: string; expected: string; found: string }

export const useSystem = () => useQuery({ ...queryOf(calls.getSystem), refetchInterval: 5000 })

/** The page is refetched after every action. */
const useAct = <Input, Output>(mutationFn: (input: Input) => Promise<Output>) =>
  useAction({ mutationFn, rereads: [calls.getSystem] })

export const usePause = () =>
  useAct((body: { paused: boolean; twoFactorToken?: string }) => ask(calls.pauseWithdrawals, { body }))
export const useCheckNow = () => useAct(() => ask(calls.checkNow))
export const useAudit = () => useAct(() => ask(calls.runAudit))
export const useAcknowledge = () =>
  useAct((body: Finding & { reason: string; twoFactorToken?: string }) => ask(calls.acknowledgeFinding, { body }))
export const useReopen = () => useAct((body: Pick<Finding, 'check' | 'subject'>) => ask(calls.reopenFinding, { body }))
export const useRetryEmail = () => useAct((id: number) => ask(calls.retryMail, { params: { id } }))
export const useDiscardEmail = () => useAct((id: number) => ask(calls.dismissMail, { params: { id } }))
export const useRetrySend = () => useAct((id: number) => ask(calls.retrySend, { params: { id } }))
export const useCancelSend = () =>
  useAct(({ id, ...body }: { id: number; twoFactorToken?: string }) =>
    ask(calls.cancelStuckSend, { params: { id }, body }),
  )
export const useResolveSend = () =>
  useAct(({ id, ...body }: { id: number; txid: string; outcome: 'paid' | 'lost'; twoFactorToken?: string }) =>
    ask(calls.resolveSend, { params: { id }, body }),
  )
export const useSyncStore = () => useAct((id: number) => ask(calls.readStoreNow, { params: { id } }))
