import type { Answer, SentBody } from '@bitquay/contract/call'
import * as calls from '@bitquay/contract/partners.admin'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export type PartnerDetail = Answer<typeof calls.getPartner>

const everyMs = 30_000

export const usePartners = () => useQuery({ ...queryOf(calls.listPartners), refetchInterval: everyMs })

export const usePartnerMetrics = () => useQuery({ ...queryOf(calls.getPartnerMetrics), refetchInterval: everyMs })

export const usePartner = (partnerId: number) =>
  useQuery({ ...queryOf(calls.getPartner, { params: { partnerId } }), refetchInterval: everyMs })

const rereads = [calls.listPartners]

export const useCreatePartner = () =>
  useAction({
    mutationFn: (body: SentBody<typeof calls.createPartner>) => ask(calls.createPartner, { body }),
    rereads,
  })

export const useChangePartner = (partnerId: number) =>
  useAction({
    mutationFn: (body: SentBody<typeof calls.changePartner>) =>
      ask(calls.changePartner, { params: { partnerId }, body }),
    rereads,
  })
