import { getPrice } from '@bitquay/contract/balances'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'

/** Every minute on the dashboard and the transaction screen; a screen that sends asks more often. */
export const usePrice = (everyMs = 60_000) => useQuery({ ...queryOf(getPrice), refetchInterval: everyMs })
