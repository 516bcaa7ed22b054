import * as calls from '@bitquay/contract/applications.admin'
import * as requestCalls from '@bitquay/contract/applications.requests'
import type { SentBody } from '@bitquay/contract/call'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { askOnce } from '../../lib/exchange.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts'

export const useApplication = (id: number) => useQuery(queryOf(requestCalls.getApplication, { params: { id } }))

export type Extras = SentBody<typeof calls.changeApplication>

const rereads = [calls.listApplications, '/api/admin/merchants', '/api/admin/dashboard']

export const useChangeApplication = (id: number) =>
  useAction({
    mutationFn: (extras: Extras) => ask(calls.changeApplication, { params: { id }, body: extras }),
    rereads,
  })

export const useReview = (id: number) =>
  useAction({
    mutationFn: (body: SentBody<typeof calls.reviewApplication>) =>
      ask(calls.reviewApplication, { params: { id }, body }),
    rereads,
  })

type Question = SentBody<typeof requestCalls.requestInformation>

/** Emails the applicant, so a repeat after a lost answer must not do it twice. */
export const useRequestInformation = (id: number) => {
  const once = useIdempotencyKey()
  return useAction({
    mutationFn: (body: Question) =>
      once(body, (key) => askOnce(requestCalls.requestInformation, key, { params: { id }, body })),
    rereads,
  })
}

export const useCancelRequest = (id: number) =>
  useAction({ mutationFn: () => ask(requestCalls.cancelInformationRequest, { params: { id } }), rereads })
