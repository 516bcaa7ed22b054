import { formatAgo } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { formatUsd } from '../../ui/money-text.ts'
import * as t from './messages.ts'
import { usePrice } from './use-price.ts'

/** The price behind dollar amounts. An old one shows its age. */
export const PriceNote = () => {
  const { data, isError } = usePrice()
  const now = useNow()
  if (!data) return null
  const price = formatUsd(String(data.price))
  if (!data.stale && !isError) return <span className="note">{t.price({ price })}</span>
  return (
    <span className="note">
      {data.at ? t.oldPrice({ price, ago: formatAgo(data.at, now) }) : t.estimatedPrice({ price })}
    </span>
  )
}
