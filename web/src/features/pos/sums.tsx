import type { PosState } from '@bitquay/contract/tills.pos'
import { Price } from '../../frame/price.tsx'
import { type Cart, isZero, sumCart } from './cart.ts'
import * as t from './messages.ts'

/** Subtotal, discount, tax, tip and total, in the order they are computed. */
export const Sums = ({ cart, till, first }: { cart: Cart; till: PosState['till']; first: string }) => {
  const { subtotal, discount, tax, tip, total } = sumCart(cart, till)
  const { currency } = till
  return (
    <dl className="sum">
      <div>
        <dt>{first}</dt>
        <dd>
          <Price amount={subtotal} currency={currency} />
        </dd>
      </div>
      {!isZero(discount) && (
        <div>
          <dt>{t.discountLine({ percent: String(cart.discountPercent) })}</dt>
          <dd>
            −<Price amount={discount} currency={currency} />
          </dd>
        </div>
      )}
      {!isZero(tax) && (
        <div>
          <dt>{till.pricesIncludeTax ? t.taxIncluded : t.tax}</dt>
          <dd>
            <Price amount={tax} currency={currency} />
          </dd>
        </div>
      )}
      {!isZero(tip) && (
        <div>
          <dt>{t.tipLine({ percent: String(cart.tipPercent) })}</dt>
          <dd>
            <Price amount={tip} currency={currency} />
          </dd>
        </div>
      )}
      <div className="total">
        <dt>{t.total}</dt>
        <dd>
          <Price amount={total} currency={currency} />
        </dd>
      </div>
    </dl>
  )
}
