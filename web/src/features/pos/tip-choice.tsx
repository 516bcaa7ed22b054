import type { PosState } from '@bitquay/contract/tills.pos'
import { type Cart, sumCart } from './cart.ts'
import * as t from './messages.ts'
import { PercentChoice } from './percent-choice.tsx'

type Props = {
  till: PosState['till']
  cart: Cart
  onCart: (change: (cart: Cart) => Cart) => void
  className?: string
}

/** Nothing where the till takes no tips. */
export const TipChoice = ({ till, cart, onCart, className }: Props) =>
  till.tips.length > 0 && (
    <div className={className}>
      <div className="lab flex between">
        <span>{t.tip}</span>
      </div>
      <PercentChoice
        label={t.tip}
        none={t.noTip}
        percents={till.tips}
        chosen={cart.tipPercent}
        base={sumCart(cart, till).subtotal}
        currency={till.currency}
        onChoose={(tipPercent) => onCart((before) => ({ ...before, tipPercent }))}
      />
    </div>
  )
