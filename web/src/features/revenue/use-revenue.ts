import type { Answer } from '@bitquay/contract/call'
import { getRevenue } from '@bitquay/contract/revenue'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { queryOf } from '../../lib/query-client.ts'
import { useNow } from '../../lib/use-now.ts'
import {
  queryOfChoice,
  type RevenueChoice,
  readRevenueChoice,
  todayInUtc,
  writeRevenueChoice,
} from './revenue-period.ts'

export type Revenue = Answer<typeof getRevenue>

/** The period of the page, which is in its address, so that a view can be bookmarked. */
export const useRevenueChoice = () => {
  const [params, setParams] = useSearchParams()
  const today = todayInUtc(new Date(useNow(60_000)))
  const choice = readRevenueChoice(params)
  return {
    choice,
    today,
    query: queryOfChoice(choice, today),
    choose: (next: RevenueChoice) => setParams(writeRevenueChoice(next), { replace: true, preventScrollReset: true }),
  }
}

/** The figures of before stay until those of the other period are there. */
export const useRevenue = (query: ReturnType<typeof queryOfChoice>) =>
  useQuery({ ...queryOf(getRevenue, { query }), refetchInterval: 60_000, placeholderData: keepPreviousData })
