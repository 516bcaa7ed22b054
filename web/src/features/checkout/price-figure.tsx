import type { Checkout } from '@bitquay/contract/checkout'
import * as figures from '../../frame/price.tsx'
import { pageLanguage } from '../../lib/language.ts'
import * as t from './messages.ts'
import { isOpenPrice } from './price.ts'

/** The price as a figure; dollars have quieter cents. */
export const Price = ({ amount, currency, type }: Pick<Checkout, 'amount' | 'currency' | 'type'>) => {
  if (isOpenPrice({ amount, type })) return <span className="usd">{t.anyAmount}</span>
  return <figures.Price amount={amount} currency={currency} language={pageLanguage()} className="lone" />
}
