import type { Answer } from '@bitquay/contract/call'
import { getRevenue, type RevenueRange } from '@bitquay/contract/revenue'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'

export type Revenue = Answer<typeof getRevenue>

/** The chart of before stays until the other range is there. */
export const useRevenue = (range: RevenueRange) =>
  useQuery({ ...queryOf(getRevenue, { query: { range } }), refetchInterval: 60_000, placeholderData: keepPreviousData })
