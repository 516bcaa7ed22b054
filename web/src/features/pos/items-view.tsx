import type { TillItem } from '@bitquay/contract/tills.items'
import type { PosState } from '@bitquay/contract/tills.pos'
import { useEffect, useRef, useState } from 'react'
import { Price } from '../../frame/price.tsx'
import { addItem, type Cart, countItems, countOf, linesOf } from './cart.ts'
import { CartPanel } from './cart-panel.tsx'
import { ChargeButton, type Charging } from './charge-button.tsx'
import { Calculator, Search, ShoppingBasket } from './icons.tsx'
import * as t from './messages.ts'
import { OptionSheet } from './option-sheet.tsx'

type Props = {
  state: PosState
  cart: Cart
  onCart: (change: (cart: Cart) => Cart) => void
  charging: Charging
  onKeypad: () => void
}

/** The grid of what the till sells, with the cart beside it or in a sheet. */
export const ItemsView = ({ state: { till }, cart, onCart, charging, onKeypad }: Props) => {
  const [search, setSearch] = useState('')
  const [category, setCategory] = useState<string>()
  const [cartOpen, setCartOpen] = useState(false)
  const [choosing, setChoosing] = useState<TillItem>()
  const cartPlace = useRef<HTMLDivElement>(null)
  const cartOpener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (cartOpen) cartPlace.current?.focus()
  }, [cartOpen])
  const closeCart = () => {
    setCartOpen(false)
    cartOpener.current?.focus()
  }
  const categories = [...new Set(till.items.flatMap((item) => item.category ?? []))]
  const wanted = search.trim().toLowerCase()
  const shown = till.items.filter(
    (item) => (!category || item.category === category) && item.name.toLowerCase().includes(wanted),
  )
  const count = countItems(linesOf(cart, till))
  return (
    <main className="pos-main it stack grow">
      <div className="pos-left column min-w-0">
        <h1 className="sr-only">{t.items}</h1>
        <div className="it-top flex wraps between gap-y-2 gap-x-4">
          <div className="find">
            <Search className="ico" aria-hidden="true" />
            <input
              className="input"
              type="search"
              aria-label={t.findItem}
              placeholder={t.findItem}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          </div>
          {categories.length > 0 && (
            <div className="pos-tabs flex gap-1" role="group" aria-label={t.categories}>
              {[undefined, ...categories].map((name) => (
                <button
                  className="text-md muted medium nowrap"
                  key={name ?? ''}
                  type="button"
                  aria-pressed={category === name}
                  onClick={() => setCategory(name)}
                >
                  {name ?? t.allItems}
                </button>
              ))}
            </div>
          )}
        </div>
        {shown.length === 0 && <p className="hint none">{till.items.length === 0 ? t.noItems : t.noMatch}</p>}
        <div className="items stack gap-2.5 from-top">
          {shown.map((item) => (
            <Tile
              key={item.id}
              item={item}
              currency={till.currency}
              count={countOf(cart, item.id)}
              onAdd={() => (item.options.length > 0 ? setChoosing(item) : onCart((before) => addItem(before, item)))}
            />
          ))}
          <button type="button" className="item custom column between breaks gap-2" onClick={onKeypad}>
            <Calculator className="ico" aria-hidden="true" />
            <b>{t.customAmount}</b>
          </button>
        </div>
      </div>
      {/* Escape closes it, as it does a dialog. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={cartPlace}
        className={cartOpen ? 'pos-right open column gap-4.5 min-w-0' : 'pos-right column gap-4.5 min-w-0'}
        tabIndex={-1}
        onKeyDown={({ key }) => {
          if (cartOpen && key === 'Escape') closeCart()
        }}
      >
        <CartPanel till={till} cart={cart} onCart={onCart} charging={charging} onClose={closeCart} />
      </div>
      <div className="pos-cartbar">
        <button
          ref={cartOpener}
          type="button"
          className="btn btn--line btn--big"
          aria-label={t.showCart({ count })}
          aria-expanded={cartOpen}
          onClick={() => setCartOpen(true)}
        >
          <ShoppingBasket className="ico" aria-hidden="true" />
          {count}
        </button>
        <ChargeButton {...charging} />
      </div>
      {choosing && (
        <OptionSheet
          item={choosing}
          currency={till.currency}
          onAdd={(choices) => onCart((before) => addItem(before, choosing, 1, choices))}
          onClose={() => setChoosing(undefined)}
        />
      )}
    </main>
  )
}

type TileProps = { item: TillItem; currency: string; count: number; onAdd: () => void }

const Tile = ({ item, currency, count, onAdd }: TileProps) => {
  const isOut = item.isSoldOut
  return (
    <button
      type="button"
      className={
        isOut
          ? 'item out column between breaks gap-2 quiet'
          : count > 0
            ? 'item in column between breaks gap-2'
            : 'item column between breaks gap-2'
      }
      disabled={isOut}
      onClick={onAdd}
    >
      <b>{item.name}</b>
      {item.imageUrl && <img className="pic" src={item.imageUrl} alt="" />}
      {count > 0 && <span className="n centered">{count}</span>}
      <span className="foot flex between muted gap-2">
        {isOut ? t.soldOut : <Price amount={item.price} currency={currency} />}
        {item.stock !== null && !isOut && <small className="small">{t.stockLeft({ count: item.stock })}</small>}
      </span>
    </button>
  )
}
