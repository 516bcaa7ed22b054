import type { PosState } from '@bitquay/contract/tills.pos'
import { useState } from 'react'
import { Price } from '../../frame/price.tsx'
import { addItem, type Cart, type CartLine, countItems, emptyCart, linesOf, sumCart } from './cart.ts'
import { ChargeButton, type Charging } from './charge-button.tsx'
import { Minus, Pencil, Plus, TicketPercent, X } from './icons.tsx'
import * as t from './messages.ts'
import { multiplyPrice } from './multiply-price.ts'
import { NoteField } from './note-field.tsx'
import { PercentChoice } from './percent-choice.tsx'
import { Sums } from './sums.tsx'
import { TipChoice } from './tip-choice.tsx'

type Props = {
  till: PosState['till']
  cart: Cart
  onCart: (change: (cart: Cart) => Cart) => void
  charging: Charging
  onClose: () => void
}

const discounts = [5, 10, 20]

export const CartPanel = ({ till, cart, onCart, charging, onClose }: Props) => {
  const [opened, setOpened] = useState<'discount' | 'note'>()
  const lines = linesOf(cart, till)
  const { subtotal } = sumCart(cart, till)
  const toggle = (part: 'discount' | 'note') => setOpened(opened === part ? undefined : part)
  return (
    <section className="cart-panel column gap-4 grow" aria-label={t.cart}>
      <div className="cart-head across gap-1">
        <h2>
          {t.cart} <span className="muted plain">{t.cartCount({ count: countItems(lines) })}</span>
        </h2>
        <button type="button" className="btn btn--ghost muted" onClick={() => onCart(() => emptyCart)}>
          {t.clear}
        </button>
        <button type="button" className="iconbtn narrow" aria-label={t.close} onClick={onClose}>
          <X className="ico" aria-hidden="true" />
        </button>
      </div>
      <ul className="cart lined">
        {lines.map((line) => (
          <Line key={line.key} line={line} currency={till.currency} onCart={onCart} />
        ))}
      </ul>
      <div className="cart-more stack gap-2">
        <button
          type="button"
          className="btn btn--line btn--big"
          aria-expanded={opened === 'discount'}
          onClick={() => toggle('discount')}
        >
          <TicketPercent className="ico" aria-hidden="true" />
          {t.discount}
        </button>
        <button
          type="button"
          className="btn btn--line btn--big"
          aria-expanded={opened === 'note'}
          onClick={() => toggle('note')}
        >
          <Pencil className="ico" aria-hidden="true" />
          {t.note}
        </button>
      </div>
      {opened === 'discount' && (
        <PercentChoice
          label={t.discount}
          none={t.noDiscount}
          percents={discounts}
          chosen={cart.discountPercent}
          base={subtotal}
          currency={till.currency}
          onChoose={(discountPercent) => onCart((before) => ({ ...before, discountPercent }))}
        />
      )}
      {opened === 'note' && (
        <div>
          <NoteField note={cart.note} onChange={(note) => onCart((before) => ({ ...before, note }))} />
        </div>
      )}
      <TipChoice till={till} cart={cart} onCart={onCart} />
      <div className="pos-foot stack gap-2.5">
        <Sums cart={cart} till={till} first={t.itemsSum} />
        <ChargeButton {...charging} />
      </div>
    </section>
  )
}

type LineProps = { line: CartLine; currency: string; onCart: Props['onCart'] }

const Line = ({ line: { item, choices, chosen, price, quantity }, currency, onCart }: LineProps) => {
  const name = item?.name ?? t.customAmount
  const change = (by: number) =>
    onCart((before) => (item ? addItem(before, item, by, choices) : by < 0 ? { ...before, digits: '' } : before))
  return (
    <li className="stack middle gap-y-1 gap-x-3">
      <b className="text-md">
        {name}
        {chosen.length > 0 && <small className="block small muted">{chosen.join(', ')}</small>}
      </b>
      <span className="qty middle in-center">
        <button className="centered" type="button" aria-label={t.fewer({ name })} onClick={() => change(-1)}>
          <Minus className="ico" aria-hidden="true" />
        </button>
        {quantity}
        <button
          className="centered"
          type="button"
          aria-label={t.more({ name })}
          disabled={!item}
          onClick={() => change(1)}
        >
          <Plus className="ico" aria-hidden="true" />
        </button>
      </span>
      <Price amount={multiplyPrice(price, quantity, currency)} currency={currency} />
    </li>
  )
}
