import type { PosState, Sale } from '@bitquay/contract/tills.pos'
import { useEffect, useRef, useState } from 'react'
import { Price } from '../../frame/price.tsx'
import { formatTime } from '../../lib/format-date.ts'
import type { TillCalls } from './call-till.ts'
import { type Cart, sumCart } from './cart.ts'
import { ArrowLeft, X } from './icons.tsx'
import * as t from './messages.ts'
import { RefundPart } from './refund-part.tsx'
import { ShiftPart } from './shift-part.tsx'
import { TodayList } from './today-list.tsx'

type Props = {
  state: PosState
  saved: readonly Cart[]
  onSaved: (place: number) => void
  onOpenSale: (sale: Sale) => void
  onClose: () => void
  calls: TillCalls
  onChanged: () => void
}

/** Today's sales, and those that are still open or were saved for later. */
export const MenuSheet = ({ calls, state, saved, onSaved, onOpenSale, onChanged, onClose }: Props) => {
  const [chosen, setChosen] = useState<Sale>()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const open = state.sales.filter(({ status }) => openStatuses.has(status))
  const { currency } = state.till
  return (
    <dialog className="pos-menu text-base ink" ref={dialog} aria-label={t.menu} onClose={onClose}>
      <div className="menu-head across between">
        {chosen ? (
          <button type="button" className="btn btn--ghost muted" onClick={() => setChosen(undefined)}>
            <ArrowLeft className="ico" aria-hidden="true" />
            {t.back}
          </button>
        ) : (
          <div className="min-w-0">
            <h2 className="text-xl">{t.menu}</h2>
            {/* The bar has no room for long names. */}
            <p className="muted breaks">{state.storeName}</p>
            <p className="muted breaks">{state.till.name}</p>
          </div>
        )}
        <button type="button" className="iconbtn" aria-label={t.close} onClick={() => dialog.current?.close()}>
          <X className="ico" aria-hidden="true" />
        </button>
      </div>
      {chosen ? (
        <RefundPart calls={calls} state={state} sale={chosen} onChanged={onChanged} />
      ) : (
        <>
          <TodayList state={state} most={20} onChoose={setChosen} />
          <ShiftPart calls={calls} state={state} onChanged={onChanged} />
        </>
      )}
      {!chosen && open.length > 0 && (
        <section aria-label={t.openSales}>
          <p className="lab flex between">{t.openSales}</p>
          <ul className="rec">
            {open.map((sale) => (
              <li className="flex between gap-4" key={sale.saleId}>
                <button type="button" className="btn btn--line btn--big" onClick={() => onOpenSale(sale)}>
                  {formatTime(sale.createdAt)}
                  <Price amount={sale.total} currency={currency} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {!chosen && saved.length > 0 && (
        <section aria-label={t.savedSales}>
          <p className="lab flex between">{t.savedSales}</p>
          <ul className="rec">
            {saved.map((cart, place) => (
              // Saved sales have no name: the place is all there is.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li className="flex between gap-4" key={place}>
                <button type="button" className="btn btn--line btn--big" onClick={() => onSaved(place)}>
                  {cart.note || t.tillName}
                  <Price amount={sumCart(cart, state.till).total} currency={currency} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </dialog>
  )
}

const openStatuses = new Set<Sale['status']>(['creating', 'waiting', 'partially-paid', 'confirming'])
