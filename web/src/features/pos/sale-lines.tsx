import type { Language } from '@bitquay/contract/languages'
import type { Sale } from '@bitquay/contract/tills.pos'
import { Price } from '../../frame/price.tsx'
import { isZero } from './cart.ts'
import * as t from './customer/messages.ts'
import { writtenIn } from './customer/use-customer-language.ts'
import { multiplyPrice } from './multiply-price.ts'

/** What was sold, for cashier and customer alike. */
export const SaleLines = ({ sale, language }: { sale: Sale; language: Language }) => {
  const { currency } = sale
  return (
    <dl className="sum" {...writtenIn(language)}>
      {sale.lines.map(({ name, choices, price, quantity }, place) => (
        // A sale never changes, so the place names the line.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={place}>
          <dt>
            {name === null ? t.keypadLine : quantity === 1 ? name : t.itemLine({ count: String(quantity), name })}
            {choices.length > 0 && <small className="block small">{choices.join(', ')}</small>}
          </dt>
          <dd>
            <Price amount={multiplyPrice(price, quantity, currency)} currency={currency} language={language} />
          </dd>
        </div>
      ))}
      {!isZero(sale.discount) && (
        <div>
          <dt>{t.discount}</dt>
          <dd>
            −<Price amount={sale.discount} currency={currency} language={language} />
          </dd>
        </div>
      )}
      {sale.taxes.map(({ name, percent, amount }) => (
        <div key={`${percent} ${name}`}>
          <dt>{sale.pricesIncludeTax ? t.taxIncluded({ name, percent }) : t.taxLine({ name, percent })}</dt>
          <dd>
            <Price amount={amount} currency={currency} language={language} />
          </dd>
        </div>
      ))}
      {!isZero(sale.tip) && (
        <div>
          <dt>{t.tip}</dt>
          <dd>
            <Price amount={sale.tip} currency={currency} language={language} />
          </dd>
        </div>
      )}
    </dl>
  )
}
