import type { SentBody } from '@bitquay/contract/call'
import {
  getStatusHistory,
  listIncidents,
  postIncident,
  resolveIncident,
  updateIncident,
} from '@bitquay/contract/status'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { askOnce } from '../../lib/exchange.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts'

const rereads = [listIncidents, getStatusHistory]

export const useIncidents = () => useQuery(queryOf(listIncidents))

type Step<Body> = { id: number; body: Body }

export const usePostIncident = () => {
  const once = useIdempotencyKey()
  return useAction({
    mutationFn: (body: SentBody<typeof postIncident>) => once(body, (key) => askOnce(postIncident, key, { body })),
    rereads,
  })
}

export const useUpdateIncident = () => {
  const once = useIdempotencyKey()
  return useAction({
    mutationFn: ({ id, body }: Step<SentBody<typeof updateIncident>>) =>
      once({ id, body }, (key) => askOnce(updateIncident, key, { params: { id }, body })),
    rereads,
  })
}

export const useResolveIncident = () =>
  useAction({
    mutationFn: ({ id, body }: Step<SentBody<typeof resolveIncident>>) =>
      ask(resolveIncident, { params: { id }, body }),
    rereads,
  })
