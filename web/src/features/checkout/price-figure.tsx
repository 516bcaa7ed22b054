import { Btc, Usd } from '../../ui/figures.tsx'
import { formatPrice } from './price.ts'

/** The price as a figure; dollars have quieter cents. */
export const Price = ({ amount, currency }: { amount: string; currency: string }) => {
  if (currency === 'USD') return <Usd amount={amount} />
  if (currency === 'BTC') return <Btc amount={amount} className="lone" />
  return <span className="usd">{formatPrice(amount, currency)}</span>
}
