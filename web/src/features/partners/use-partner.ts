import type { Answer } from '@bitquay/contract/call'
import {
  type FeeType,
  getEarningsByMerchant,
  getFeeBreakdown,
  getPartnerDashboard,
  getPartnerWallet,
  listPayouts,
} from '@bitquay/contract/partners'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { request } from '../../lib/api.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { usePages } from '../../lib/use-pages.ts'

export type PartnerDashboard = Answer<typeof getPartnerDashboard>
export type Breakdown = Answer<typeof getFeeBreakdown>

const oftenMs = 5_000
const everyMs = 30_000

export const usePartnerDashboard = () => useQuery({ ...queryOf(getPartnerDashboard), refetchInterval: oftenMs })

export const useEarningsByMerchant = () => useQuery({ ...queryOf(getEarningsByMerchant), refetchInterval: everyMs })

export const usePartnerWallet = () => useQuery({ ...queryOf(getPartnerWallet), refetchInterval: oftenMs })

/** One kind of fee: its sums, and its transactions page by page. */
export const useBreakdown = (feeType: FeeType) =>
  useInfiniteQuery({
    queryKey: keyOf(getFeeBreakdown, { query: { feeType } }),
    queryFn: async ({ pageParam, signal }) => {
      const response = await request(getFeeBreakdown, { query: { feeType, limit: 25, cursor: pageParam }, signal })
      return { answer: (await response.json()) as Breakdown, next: response.headers.get('x-next-cursor') ?? undefined }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })

export const usePayouts = () => usePages(listPayouts, { query: { limit: 10 } }, { everyMs })
