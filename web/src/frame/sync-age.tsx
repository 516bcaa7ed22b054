import { getBalance } from '@bitquay/contract/balances'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../lib/query-client.ts'
import { DataAge } from './data-age.tsx'

const everyMs = 5_000

/** For lists of what the payment server reported: since when nothing new came. */
export const SyncAge = () => {
  const { data: balance } = useQuery({ ...queryOf(getBalance), refetchInterval: everyMs })
  if (!balance?.configured || !balance.stale || balance.asOf === null) return null
  return (
    <div className="c12">
      <DataAge asOf={balance.asOf} stale />
    </div>
  )
}
