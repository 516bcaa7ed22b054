import { decimalsOf, fromUnits } from '@bitquay/contract/money'
import { chooseOptions, computeSale } from '@bitquay/contract/tills.amounts'
import type { TillItem } from '@bitquay/contract/tills.items'
import type { PosState } from '@bitquay/contract/tills.pos'
import type { SentSale } from './call-till.ts'

/** What the cashier has entered so far. */
export type Cart = {
  /** Digits from the keypad, in the smallest unit of the currency. */
  digits: string
  /** How many of each item, by its id and what was chosen. */
  items: Record<string, number>
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

/** An id alone means the first choice of each option. */
const keyOf = (id: number, choices: readonly string[] | undefined) =>
  choices ? `${id} ${JSON.stringify(choices)}` : String(id)

const choicesOf = (key: string) =>
  key.includes(' ') ? (JSON.parse(key.slice(key.indexOf(' '))) as string[]) : undefined

const isOf = (key: string, id: number) => Number.parseInt(key, 10) === id

export const countOf = ({ items }: Cart, id: number) =>
  Object.entries(items).reduce((sum, [key, quantity]) => (isOf(key, id) ? sum + quantity : sum), 0)

/** Never more than there are. */
export const addItem = (cart: Cart, { id, stock }: TillItem, by = 1, choices?: readonly string[]): Cart => {
  const key = keyOf(id, choices)
  const before = cart.items[key] ?? 0
  const most = Math.min(stock === null ? mostOfItem : stock - countOf(cart, id) + before, mostOfItem)
  const quantity = Math.min(most, Math.max(0, before + by))
  const { [key]: _, ...others } = cart.items
  return { ...cart, items: quantity <= 0 ? others : { ...cart.items, [key]: quantity } }
}

export const keypadAmount = ({ digits }: Cart, currency: string) =>
  fromUnits(BigInt(digits || '0'), decimalsOf(currency))

export type CartLine = {
  key: string
  item: TillItem | undefined
  /** As they are sent. Undefined if nobody chose. */
  choices: string[] | undefined
  /** The names to show. */
  chosen: string[]
  price: string
  quantity: number
}

/** In the order of the till's items. Those that were removed from the till are left out. */
export const linesOf = (cart: Cart, till: Till): CartLine[] => [
  ...till.items.flatMap((item) =>
    Object.entries(cart.items).flatMap(([key, quantity]) => {
      const choices = choicesOf(key)
      const priced = isOf(key, item.id) && chooseOptions(item, choices, till.currency)
      return priced ? [{ key, item, choices, chosen: priced.choices, price: priced.price, quantity }] : []
    }),
  ),
  ...(cart.digits
    ? [
        {
          ...{ key: 'amount', item: undefined, choices: undefined, chosen: [], quantity: 1 },
          price: keypadAmount(cart, till.currency),
        },
      ]
    : []),
]

const noSums = { subtotal: '0', discount: '0', tax: '0', tip: '0', total: '0' }

export const sumCart = (cart: Cart, till: Till) => {
  const { discountPercent, tipPercent } = cart
  const { currency, pricesIncludeTax, keypadTax } = till
  const lines = linesOf(cart, till).map(({ item, price, quantity }) => ({
    ...{ price, quantity },
    taxPercent: (item ? item.tax : keypadTax)?.percent,
  }))
  return computeSale({ currency, lines, pricesIncludeTax, discountPercent, tipPercent }) ?? noSums
}

export const countItems = (lines: readonly CartLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

export const isZero = (amount: string) => /^[0.]+$/.test(amount)

/** The sale as it is sent. Its id is chosen here, once, and kept until the server has answered. */
export const toSale = (cart: Cart, till: Till): SentSale => ({
  saleId: newSaleId(),
  lines: linesOf(cart, till).map(({ item, choices, price, quantity }) =>
    item ? { itemId: item.id, quantity, ...(choices ? { choices } : {}) } : { amount: price },
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
