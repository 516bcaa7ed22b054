import { getBalance } from '@bitquay/contract/balances'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'

/** Every five seconds, also in the background. */
export const useBalance = () =>
  useQuery({ ...queryOf(getBalance), refetchInterval: 5_000, refetchIntervalInBackground: true })
