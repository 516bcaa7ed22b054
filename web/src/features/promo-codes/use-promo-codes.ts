import type { SentBody } from '@bitquay/contract/call'
import { createPromoCode, listPromoCodes, revokePromoCode } from '@bitquay/contract/promo-codes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export const usePromoCodes = () => useQuery(queryOf(listPromoCodes))

export const useCreatePromoCode = () => {
  const reread = useReread()
  return useAction({
    mutationFn: (body: SentBody<typeof createPromoCode>) => ask(createPromoCode, { body }),
    onSuccess: reread,
  })
}

export const useRevokePromoCode = () => {
  const reread = useReread()
  return useAction({
    mutationFn: ({ id, ...body }: { id: number } & SentBody<typeof revokePromoCode>) =>
      ask(revokePromoCode, { params: { id }, body }),
    onSettled: reread,
  })
}

const useReread = () => {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: keyOf(listPromoCodes) })
}
