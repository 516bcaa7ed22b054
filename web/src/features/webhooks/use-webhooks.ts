import type { SentBody } from '@bitquay/contract/call'
import * as calls from '@bitquay/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export const useWebhooks = () => useQuery(queryOf(calls.listWebhooks))

export const useDelivery = (id: number) => useQuery(queryOf(calls.getDelivery, { params: { id } }))

/** After any of them every list of endpoints and deliveries is read again. */
const useAct = <Input, Result>(mutationFn: (input: Input) => Promise<Result>) =>
  useAction({ mutationFn, rereads: ['/api/merchant/webhook'] })

export const useCreateWebhook = () =>
  useAct((body: SentBody<typeof calls.createWebhook>) => ask(calls.createWebhook, { body }))

export const useChangeWebhook = (id: number) =>
  useAct((body: SentBody<typeof calls.changeWebhook>) => ask(calls.changeWebhook, { params: { id }, body }))

export const useRemoveWebhook = (id: number) => useAct(() => ask(calls.removeWebhook, { params: { id } }))

export const useRotateSecret = (id: number) => useAct(() => ask(calls.rotateWebhookSecret, { params: { id } }))

export const useTestWebhook = (id: number) => useAct(() => ask(calls.testWebhook, { params: { id } }))

export const useResendRange = (id: number) =>
  useAct((body: SentBody<typeof calls.resendWebhooks>) => ask(calls.resendWebhooks, { params: { id }, body }))

export const useResend = (id: number) => useAct(() => ask(calls.resendDelivery, { params: { id } }))
