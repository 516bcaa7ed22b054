import { decimalsOf, fromUnits } from '@bitquay/contract/money'
import type { TillItem } from '@bitquay/contract/tills'
import { computeSale } from '@bitquay/contract/tills.amounts'
import type { PosState } from '@bitquay/contract/tills.pos'
import type { SentSale } from './call-till.ts'

/** What the cashier has entered so far. */
export type Cart = {
  /** Digits from the keypad, in the smallest unit of the currency. */
  digits: string
  /** How many of each item, by id. */
  items: Record<number, number>
  discountPercent: number
  tipPercent: number
  note: string
}

export const emptyCart: Cart = { digits: '', items: {}, discountPercent: 0, tipPercent: 0, note: '' }

type Till = PosState['till']

const mostDigits = 9
const mostOfItem = 999

export const pressKey = (cart: Cart, key: string): Cart => {
  if (key === 'delete') return { ...cart, digits: cart.digits.slice(0, -1) }
  const digits = (cart.digits + key).replace(/^0+/, '')
  return digits.length > mostDigits ? cart : { ...cart, digits }
}

/** Never more than there are. */
export const addItem = (cart: Cart, { id, stock }: TillItem, by = 1): Cart => {
  const most = Math.min(stock ?? mostOfItem, mostOfItem)
  const quantity = Math.min(most, Math.max(0, (cart.items[id] ?? 0) + by))
  const { [id]: _, ...others } = cart.items
  return { ...cart, items: quantity === 0 ? others : { ...others, [id]: quantity } }
}

export const keypadAmount = ({ digits }: Cart, currency: string) =>
  fromUnits(BigInt(digits || '0'), decimalsOf(currency))

export type CartLine = { item: TillItem | undefined; price: string; quantity: number }

/** In the order of the till's items. Those that were removed from the till are left out. */
export const linesOf = (cart: Cart, till: Till): CartLine[] => [
  ...till.items.flatMap((item) => {
    const quantity = cart.items[item.id]
    return quantity ? [{ item, price: item.price, quantity }] : []
  }),
  ...(cart.digits ? [{ item: undefined, price: keypadAmount(cart, till.currency), quantity: 1 }] : []),
]

const noSums = { subtotal: '0', discount: '0', tip: '0', total: '0' }

export const sumCart = (cart: Cart, till: Till) => {
  const { discountPercent, tipPercent } = cart
  return computeSale({ currency: till.currency, lines: linesOf(cart, till), discountPercent, tipPercent }) ?? noSums
}

export const countItems = (lines: readonly CartLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

export const isZero = (amount: string) => /^[0.]+$/.test(amount)

/** The sale as it is sent. Its id is chosen here, once, and kept until the server has answered. */
export const toSale = (cart: Cart, till: Till): SentSale => ({
  saleId: newSaleId(),
  lines: linesOf(cart, till).map(({ item, price, quantity }) =>
    item ? { itemId: item.id, quantity } : { amount: price },
  ),
  discountPercent: cart.discountPercent,
  tipPercent: cart.tipPercent,
  ...(cart.note.trim() ? { note: cart.note.trim() } : {}),
  total: sumCart(cart, till).total,
})

/** `crypto.randomUUID` exists on secure addresses only, and a till may be tried on a local one. */
const newSaleId = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, place) => {
    const value = place === 6 ? (byte & 0x0f) | 0x40 : place === 8 ? (byte & 0x3f) | 0x80 : byte
    return value.toString(16).padStart(2, '0')
  })
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
