import { FiguresAge } from './figures-age.tsx'
import { useBalance } from './use-balance.ts'

/** For lists of what the payment server told: since when it has told nothing. */
export const EngineAge = () => {
  const { data: balance } = useBalance()
  if (!balance?.configured || !balance.stale || balance.asOf === null) return null
  return (
    <div className="c12">
      <FiguresAge asOf={balance.asOf} stale />
    </div>
  )
}
