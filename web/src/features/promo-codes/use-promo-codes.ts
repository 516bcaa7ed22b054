import type { SentBody } from '@bitquay/contract/call'
import {
  createPromoCode,
  listPromoCodes,
  resumePromoCode,
  revokePromoCode,
  summarizePromoCodes,
} from '@bitquay/contract/promo-codes'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export const usePromoCodes = () => useQuery(queryOf(listPromoCodes))

export const usePromoCodeSummary = () => useQuery(queryOf(summarizePromoCodes))

export const useCreatePromoCode = () =>
  useAction({
    mutationFn: (body: SentBody<typeof createPromoCode>) => ask(createPromoCode, { body }),
    rereads: [listPromoCodes],
  })

export const useRevokePromoCode = () => useChange(revokePromoCode)

export const useResumePromoCode = () => useChange(resumePromoCode)

const useChange = (call: typeof revokePromoCode | typeof resumePromoCode) =>
  useAction({
    mutationFn: ({ id, ...body }: { id: number } & SentBody<typeof revokePromoCode>) =>
      ask(call, { params: { id }, body }),
    rereads: [listPromoCodes],
  })
