import { formatAge } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { formatUsd } from '../../ui/money-text.ts'
import { usePrice } from './use-price.ts'

/** The price that dollars are told at; an old one says its age. */
export const PriceNote = () => {
  const { data: price, isError } = usePrice()
  const now = useNow()
  if (!price) return null
  const age = price.at ? `${formatAge(price.at, now)} old` : 'not a market price'
  return (
    <span className="note">
      1 BTC = {formatUsd(String(price.price))}
      {(price.stale || isError) && `, ${age}`}
    </span>
  )
}
