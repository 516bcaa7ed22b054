import type { Answer, Output } from '@bitquay/contract/call'
import { getDashboard, getDashboardPeriod, getFirstSteps, listAttention } from '@bitquay/contract/dashboard'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'

export type Dashboard = Answer<typeof getDashboard>
export type PlatformPeriod = Answer<typeof getDashboardPeriod>
export type Attention = Answer<typeof listAttention>[number]
export type FirstSteps = Output<typeof getFirstSteps>

const often = { refetchInterval: 60_000 }

export const useDashboard = () => useQuery({ ...queryOf(getDashboard), ...often })
export const useAttention = () => useQuery({ ...queryOf(listAttention), ...often })
export const useFirstSteps = () => useQuery({ ...queryOf(getFirstSteps), refetchInterval: 15_000 })

/** The figures of before stay until those of the other period are there. */
export const usePlatformPeriod = (days: { from: string; to: string }) =>
  useQuery({ ...queryOf(getDashboardPeriod, { query: days }), ...often, placeholderData: keepPreviousData })
