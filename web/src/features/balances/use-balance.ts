import { getBalance } from '@bitquay/contract/balances'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'

/** Every five seconds, in the background too: a merchant watches this figure. */
export const useBalance = () =>
  useQuery({ ...queryOf(getBalance), refetchInterval: 5_000, refetchIntervalInBackground: true })
