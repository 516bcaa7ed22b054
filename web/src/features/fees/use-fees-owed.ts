import {
  changeFeesPause,
  extendFeesOwed,
  forgiveFeesOwed,
  listFeesOwed,
  writeOffFeesOwed,
} from '@bitquay/contract/fee-collection'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export const useFeesOwed = () => useQuery({ ...queryOf(listFeesOwed), refetchInterval: 30_000 })

type Decision = { reason: string; twoFactorToken?: string }
const rereads = [listFeesOwed]

export const useExtendFees = (id: number) =>
  useAction({
    mutationFn: (body: Decision & { days: string }) => ask(extendFeesOwed, { params: { id }, body }),
    rereads,
  })

export const useChangeFeesPause = (id: number) =>
  useAction({
    mutationFn: (body: Decision & { afterDays: string; aboveUsd: string }) =>
      ask(changeFeesPause, { params: { id }, body }),
    rereads,
  })

export const useForgiveFees = (id: number) =>
  useAction({ mutationFn: (body: Decision) => ask(forgiveFeesOwed, { params: { id }, body }), rereads })

export const useWriteOffFees = (id: number) =>
  useAction({ mutationFn: (body: Decision) => ask(writeOffFeesOwed, { params: { id }, body }), rereads })
