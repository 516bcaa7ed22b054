import { chooseOptions } from '@bitquay/contract/tills.amounts'
import type { TillItem } from '@bitquay/contract/tills.items'
import { useEffect, useRef, useState } from 'react'
import { formatPrice } from '../../lib/format-price.ts'
import { isZero } from './cart.ts'
import { X } from './icons.tsx'
import * as t from './messages.ts'

type Props = { item: TillItem; currency: string; onAdd: (choices: string[]) => void; onClose: () => void }

/** Size, milk and the like, before an item goes into the cart. */
export const OptionSheet = ({ item, currency, onAdd, onClose }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [chosen, setChosen] = useState(() =>
    item.options.map(({ choices }) => (choices.length === 1 ? '' : (choices[0]?.name ?? ''))),
  )
  useEffect(() => dialog.current?.showModal(), [])
  const price = chooseOptions(item, chosen, currency)?.price ?? item.price
  const choose = (place: number, name: string) =>
    setChosen(chosen.map((before, other) => (other === place ? name : before)))
  return (
    <dialog className="pos-menu text-base ink" ref={dialog} aria-label={item.name} onClose={onClose}>
      <div className="menu-head across between">
        <h2 className="text-xl">{item.name}</h2>
        <button type="button" className="iconbtn" aria-label={t.close} onClick={() => dialog.current?.close()}>
          <X className="ico" aria-hidden="true" />
        </button>
      </div>
      {item.options.map(({ name, choices }, place) => {
        const isExtra = choices.length === 1
        return (
          <div key={name}>
            <p className="lab flex between">{name || t.choose}</p>
            <div className="tips stack gap-2" role="group" aria-label={name || t.choose} data-count={choices.length}>
              {choices.map((choice) => {
                const isChosen = chosen[place] === choice.name
                return (
                  <button
                    key={choice.name}
                    type="button"
                    aria-pressed={isChosen}
                    onClick={() => choose(place, isExtra && isChosen ? '' : choice.name)}
                  >
                    {choice.name}
                    {!isZero(choice.price) && (
                      <small className="small muted">{t.added({ amount: formatPrice(choice.price, currency) })}</small>
                    )}
                  </button>
                )
              })}
            </div>
          </div>
        )
      })}
      <button
        type="button"
        className="btn btn--signal btn--block btn--pos full"
        onClick={() => {
          onAdd(chosen)
          dialog.current?.close()
        }}
      >
        {t.addToCart({ amount: formatPrice(price, currency) })}
      </button>
    </dialog>
  )
}
