import { getWallet } from '@bitquay/contract/balances'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'

export const useWallet = () => useQuery({ ...queryOf(getWallet), refetchInterval: 5_000 })
