import { DataAge } from './data-age.tsx'
import { useBalance } from './use-balance.ts'

/** For lists of what the payment server reported: since when nothing new came. */
export const SyncAge = () => {
  const { data: balance } = useBalance()
  if (!balance?.configured || !balance.stale || balance.asOf === null) return null
  return (
    <div className="c12">
      <DataAge asOf={balance.asOf} stale />
    </div>
  )
}
