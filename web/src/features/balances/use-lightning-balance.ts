import { getLightningBalance } from '@bitquay/contract/balances'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'

export const useLightningBalance = () =>
  useQuery({ ...queryOf(getLightningBalance), refetchInterval: 5_000, refetchIntervalInBackground: true })
