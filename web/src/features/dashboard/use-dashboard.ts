import type { Answer } from '@bitquay/contract/call'
import { getDashboard } from '@bitquay/contract/dashboard'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'

export type Dashboard = Answer<typeof getDashboard>

export const useDashboard = () => useQuery({ ...queryOf(getDashboard), refetchInterval: 60_000 })
