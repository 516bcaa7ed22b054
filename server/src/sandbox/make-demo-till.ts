import { randomInt, randomUUID } from 'node:crypto'
import { computeSale } from '@bitquay/contract/tills.amounts'
import type { Deps } from '../deps.ts'
import type { MerchantPerson, TillDevice } from '../platform/http/person.ts'
import {
  addCashier,
  addDevice,
  bindDevice,
  chargeSale,
  closeShift,
  createItem,
  createTaxRate,
  createTill,
  openShift,
  writeDeviceCookie,
} from '../tills/index.ts'
import { callSandbox } from './call-sandbox.ts'
import { source } from './make-demo-applications.ts'

/** The half day of the demo history on which the tills open. They sell for a week. */
export const tillsOpenAt = 166

const taxPercent = '8.25'
const items = [
  { name: 'Popcorn', price: '6.00', category: 'Snacks' },
  { name: 'Hot dog', price: '7.50', category: 'Snacks' },
  { name: 'Lemonade', price: '4.50', category: 'Drinks' },
  { name: 'Iced coffee', price: '5.25', category: 'Drinks' },
  { name: '10 tokens', price: '10.00', category: 'Tokens' },
  { name: '50 tokens', price: '45.00', category: 'Tokens' },
  { name: 'Birthday table', price: '120.00', category: 'Events' },
]
const tills = [
  { name: 'Front desk', slug: 'kestrel-front-desk', cashiers: ['Morning shift', 'Evening shift'] },
  { name: 'Snack bar', slug: 'kestrel-snack-bar', cashiers: ['Weekdays', 'Weekend'] },
]
/** What is sold in turn: items by their place, a discount and a tip. */
const baskets = [
  { items: [4, 2], discountPercent: 0, tipPercent: 0 },
  { items: [0, 1, 2], discountPercent: 0, tipPercent: 15 },
  { items: [5], discountPercent: 10, tipPercent: 0 },
  { items: [3, 0], discountPercent: 0, tipPercent: 10 },
  { items: [6, 5, 1], discountPercent: 0, tipPercent: 20 },
]

type DemoTill = { device: TillDevice; cashierIds: number[]; itemIds: number[]; isOpen: boolean }
export type DemoTills = Map<number, DemoTill>

/**
 * Two tills sell on a half day, each in the shift of one of its cashiers. Returns whether they did. They are set up on
 * their first one, and after an interrupted start each gets another device.
 */
export const sellAtTills = async (deps: Deps, owner: MerchantPerson, known: DemoTills, halfDay: number) => {
  if (halfDay < tillsOpenAt) return
  for (const place of tills.keys()) {
    const till = known.get(place) ?? (await openDemoTill(deps, owner, place))
    known.set(place, till)
    const cashierId = till.cashierIds[halfDay % till.cashierIds.length] ?? 0
    // A shift ends when the next one begins. By then its sales are paid.
    if (till.isOpen) await closeShift(deps, till.device)
    till.isOpen = true
    await openShift(deps, till.device, { cashierId, pin: pinOf(deps) })
    await sell(deps, till, halfDay * 2 + place)
    if (halfDay % 7 === place) await sell(deps, till, halfDay * 2 + place + 1)
  }
}

/** The last shifts end with the history. */
export const closeDemoTills = async (deps: Deps, known: DemoTills) => {
  for (const till of known.values()) {
    if (till.isOpen) await closeShift(deps, till.device)
    till.isOpen = false
  }
}

/** Where others can reach us, nobody knows it. */
const unknownPin = String(randomInt(100_000, 1_000_000))
const pinOf = ({ config }: Deps) => (config.onLoopback ? '123456' : unknownPin)

const openDemoTill = async (deps: Deps, owner: MerchantPerson, place: number): Promise<DemoTill> => {
  const plan = tills[place]
  if (!plan) throw new Error(`there is no demo till ${place}`)
  const { merchantId } = owner
  const itemIds = await ensureItems(deps, owner)
  const known = await deps.db.selectFrom('tills').select('id').where('slug', '=', plan.slug).executeTakeFirst()
  const { id } =
    known ??
    (await createTill(deps, owner, {
      ...{ name: plan.name, slug: plan.slug, currency: 'USD', tips: [10, 15, 20], items: [] },
      ...{ pricesIncludeTax: false, keypadTaxRateId: null, receiptFooter: 'Thank you for playing.' },
    }))
  for (const name of known ? [] : plan.cashiers) {
    await addCashier(deps, owner, { tillId: id, name, pin: pinOf(deps) }, source)
  }
  const cashiers = await deps.db
    .selectFrom('tillCashiers')
    .select('id')
    .where('tillId', '=', id)
    .orderBy('id')
    .execute()
  const { link } = await addDevice(deps, owner, id, 'Tablet', source)
  const token = await bindDevice(deps, plan.slug, link.split('link=')[1] ?? '', source)
  const cookie = writeDeviceCookie(plan.slug, token, { secure: false })
  const device = await deps.authenticateDevice(plan.slug, cookie, source)
  if (device.merchantId !== merchantId) throw new Error('the address of the demo till is another merchant’s')
  return { device, cashierIds: cashiers.map((cashier) => cashier.id), itemIds, isOpen: false }
}

const ensureItems = async (deps: Deps, owner: MerchantPerson) => {
  const { merchantId } = owner
  const known = await deps.db
    .selectFrom('tillItems')
    .select('id')
    .where('merchantId', '=', merchantId)
    .orderBy('id')
    .execute()
  if (known.length > 0) return known.map(({ id }) => id)
  const { id: taxRateId } = await createTaxRate(deps, owner, { name: 'Sales tax', percent: taxPercent })
  const ids: number[] = []
  for (const { price, ...item } of items) {
    const form = { ...item, options: [], stock: null, taxRateId, isSoldOut: false }
    const { id } = await createItem(deps, owner, { ...form, prices: [{ currency: 'USD', amount: price }] })
    ids.push(id)
  }
  return ids
}

const sell = async (deps: Deps, { device, itemIds }: DemoTill, nth: number) => {
  const { items: sold, ...percents } = baskets[nth % baskets.length] ?? {
    items: [0],
    discountPercent: 0,
    tipPercent: 0,
  }
  const sums = computeSale({
    currency: 'USD',
    lines: sold.map((place) => ({ price: items[place]?.price ?? '', quantity: 1, taxPercent })),
    pricesIncludeTax: false,
    ...percents,
  })
  const { invoiceId } = await chargeSale(deps, device, {
    saleId: randomUUID(),
    lines: sold.map((place) => ({ itemId: itemIds[place] ?? 0, quantity: 1 })),
    ...percents,
    total: sums?.total ?? '',
  })
  await callSandbox(deps, 'pay', { invoiceId, method: nth % 4 === 0 ? 'onchain' : 'lightning' })
}
