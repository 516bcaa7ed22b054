import { listFeeSchedules, scheduleFees, withdrawFees } from '@bitquay/contract/fees'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export const useSchedules = () => useQuery(queryOf(listFeeSchedules))

export const useScheduleFees = () => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (body: Parameters<typeof ask<typeof scheduleFees>>[1]['body']) => ask(scheduleFees, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(listFeeSchedules) }),
  })
}

export const useWithdrawFees = () => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: ({ id, ...body }: { id: number; twoFactorToken?: string }) =>
      ask(withdrawFees, { params: { id }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(listFeeSchedules) }),
  })
}
