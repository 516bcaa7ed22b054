import { type Language, splitLocalPrice } from '@bitquay/contract/languages'
import { Btc, Usd } from '../ui/figures.tsx'
import { PriceParts } from '../ui/price-parts.tsx'

type PriceProps = { amount: string; currency: string; language?: Language; className?: string }

/** A price as a figure, with a quieter fraction. Customers see it as their language writes it. */
export const Price = ({ amount, currency, language = 'en', className }: PriceProps) => {
  if (currency === 'BTC') return <Btc amount={amount} {...(className === undefined ? {} : { className })} />
  if (currency === 'USD' && language === 'en') return <Usd amount={amount} />
  return <PriceParts parts={splitLocalPrice(language, amount, currency)} />
}
