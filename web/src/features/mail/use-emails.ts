import * as calls from '@bitquay/contract/mail'
import { dismissMail, retryMail } from '@bitquay/contract/operations'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

const rereads = [calls.listEmails]

export const useEmail = (id: number) => useQuery(queryOf(calls.getEmail, { params: { id } }))

export const useShowRecipient = (id: number) =>
  useAction({ mutationFn: () => ask(calls.showRecipient, { params: { id } }), rereads: [] })

export const useResend = (id: number) => useAction({ mutationFn: () => ask(retryMail, { params: { id } }), rereads })

export const useDiscard = (id: number) => useAction({ mutationFn: () => ask(dismissMail, { params: { id } }), rereads })
