import { getStoreStatus } from '@bitquay/contract/status'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'

/** What works for the merchant's own store right now. */
export const useStoreStatus = () => useQuery({ ...queryOf(getStoreStatus), refetchInterval: 15_000 })
