import { divideHalfUp, findUnits, fromSats } from '@bitquay/contract/money'
import type { PosState } from '@bitquay/contract/tills.pos'
import { useCallback } from 'react'
import { Price } from '../../frame/price.tsx'
import { Btc } from '../../ui/figures.tsx'
import { type Cart, isZero, keypadAmount, pressKey } from './cart.ts'
import { ChargeButton, type Charging } from './charge-button.tsx'
import { Keypad } from './keypad.tsx'
import * as t from './messages.ts'
import { NoteField } from './note-field.tsx'
import { Sums } from './sums.tsx'
import { TipChoice } from './tip-choice.tsx'
import { TodayList } from './today-list.tsx'

type Props = { state: PosState; cart: Cart; onCart: (change: (cart: Cart) => Cart) => void; charging: Charging }

/** An amount, a tip and a note. */
export const KeypadView = ({ state, cart, onCart, charging }: Props) => {
  const { till } = state
  const press = useCallback((key: string) => onCart((before) => pressKey(before, key)), [onCart])
  const hasItems = Object.keys(cart.items).length > 0
  return (
    <main className="pos-main kp stack grow">
      <div className="pos-left column min-w-0">
        <div className="pos-amt in-center">
          <h1 className="sr-only">{t.amount}</h1>
          <div className="money">
            <Price amount={keypadAmount(cart, till.currency)} currency={till.currency} />
          </div>
          <InBitcoin amount={keypadAmount(cart, till.currency)} rate={state.rate} />
        </div>
        <Keypad onPress={press} />
      </div>
      <div className="pos-right column gap-4.5 min-w-0">
        <TipChoice till={till} cart={cart} onCart={onCart} className="blk-tip" />
        <div className="blk-note">
          <NoteField note={cart.note} onChange={(note) => onCart((before) => ({ ...before, note }))} />
        </div>
        <div className="wide">
          <TodayList state={state} most={3} />
        </div>
        <div className="pos-foot stack gap-2.5">
          <div className="wide">
            <Sums cart={cart} till={till} first={hasItems ? t.itemsSum : t.amount} />
          </div>
          <ChargeButton {...charging} />
        </div>
      </div>
    </main>
  )
}

/** About what it comes to. The exact amount is fixed when the sale is charged. */
const InBitcoin = ({ amount, rate }: { amount: string; rate: string | null }) => {
  const [units, price] = [findUnits(amount, 8), rate === null ? undefined : findUnits(rate, 8)]
  if (units === undefined || !price || isZero(amount)) return <span className="btc muted">{'\u00a0'}</span>
  return <Btc amount={fromSats(divideHalfUp(units * 100_000_000n, price))} />
}
