import type { SentBody } from '@bitquay/contract/call'
import { listFeeSchedules, scheduleFees, withdrawFees } from '@bitquay/contract/fees'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export const useSchedules = () => useQuery(queryOf(listFeeSchedules))

export const useScheduleFees = () =>
  useAction({
    mutationFn: (body: SentBody<typeof scheduleFees>) => ask(scheduleFees, { body }),
    rereads: [listFeeSchedules],
  })

export const useCancelSchedule = () =>
  useAction({
    mutationFn: ({ id, ...body }: { id: number; twoFactorToken?: string }) =>
      ask(withdrawFees, { params: { id }, body }),
    rereads: [listFeeSchedules],
  })
