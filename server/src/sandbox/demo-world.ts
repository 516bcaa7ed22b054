import type { businessTypes, monthlyVolumes } from '@bitquay/contract/applications'

/** The days of business that the demo shows. */
export const demoDays = 90

export type Sale = {
  amount: string
  what: string
  /** How it is paid: in full, in part, too much, after it expired, by a payment that is replaced, or never. */
  pays: 'onchain' | 'lightning' | 'half' | 'over' | 'late' | 'replaced' | 'never'
}

type Trade = Pick<Sale, 'amount' | 'what'>[]

const arcade: Trade = [
  { amount: '53.00', what: 'Season pass' },
  { amount: '106.00', what: 'Arcade credits' },
  { amount: '1272.00', what: 'Tournament entry, 12 seats' },
  { amount: '26.50', what: 'Arcade credits' },
  { amount: '318.00', what: 'Cabinet rental' },
  { amount: '79.50', what: 'Gift card' },
  { amount: '212.00', what: 'League fee' },
  { amount: '636.00', what: 'Corporate evening' },
  { amount: '42.40', what: 'Season pass' },
]
const games: Trade = [
  { amount: '21.20', what: 'Starter bundle' },
  { amount: '63.60', what: 'Expansion pass' },
  { amount: '10.60', what: 'Skin pack' },
  { amount: '127.20', what: 'Founder bundle' },
]
const coffee: Trade = [
  { amount: '47.70', what: 'Beans, 2 kg' },
  { amount: '190.80', what: 'Office plan, one month' },
  { amount: '31.80', what: 'Tasting set' },
  { amount: '848.00', what: 'Espresso machine, deposit' },
]
const shop: Trade = [
  { amount: '84.80', what: 'Order' },
  { amount: '36.04', what: 'Order' },
  { amount: '254.40', what: 'Order, express shipping' },
]
const service: Trade = [
  { amount: '159.00', what: 'Monthly plan' },
  { amount: '424.00', what: 'Setup and first month' },
]
const lessons: Trade = [
  { amount: '95.40', what: 'Course' },
  { amount: '286.20', what: 'Course bundle' },
]

const asAgreed = ['onchain', 'lightning', 'onchain', 'lightning', 'onchain', 'onchain', 'lightning'] as const

/**
 * How a store's sales are paid, in turn. Most are paid as they should be. Those that aren't paid are read again for days,
 * which makes the first start slower.
 */
const habits: readonly Sale['pays'][] = [
  ...([...asAgreed, 'never', ...asAgreed, 'half', ...asAgreed, 'over', ...asAgreed, 'late'] as const),
  ...([...asAgreed, 'over', ...asAgreed, 'replaced'] as const),
]

/** Sales on each day of a week, for each of the stores with a full history. */
const rhythms = [
  [1, 0, 1, 0, 1, 0, 2],
  [1, 0, 0, 0, 1, 0, 0],
  [0, 0, 1, 0, 0, 0, 1],
] as const
const fullTrades = [arcade, games, coffee]

/** Groups and companies that buy. */
const customers = [
  { name: 'Night Owls Guild', email: 'guild@night-owls.test' },
  { name: 'Coral Bay School', email: undefined },
  { name: 'Fernhill Library', email: 'desk@fernhill.test' },
  { name: 'Sunday League', email: undefined },
  { name: 'Bramble & Fitch LLC', email: 'accounts@bramble-fitch.test' },
  { name: 'Team Copperhead', email: undefined },
  { name: 'Old Mill Hotel', email: 'events@old-mill.test' },
  undefined,
  { name: 'Pixel Club', email: undefined },
  { name: 'Westgate Rowing', email: 'office@westgate.test' },
  undefined,
  { name: 'Larkspur Studio', email: undefined },
  { name: 'Canal Street Market', email: 'hello@canal-street.test' },
] as const

export type Order = Sale & { customerName: string | undefined; customerEmail: string | undefined }

const at = <Value>(values: readonly Value[], index: number): Value => values[index % values.length] as Value

/** The nth order of a store. Stores begin at different places, so that no two have the same sales. */
const orderOf = (store: number, trade: Trade, nth: number): Order => {
  const customer = at(customers, nth * 5 + store * 3)
  return {
    ...at(trade, nth * 2 + store),
    pays: at(habits, nth + store * 7),
    customerName: customer?.name,
    customerEmail: nth % 4 === 0 ? customer?.email : undefined,
  }
}

/** What is bought on one half of a day. Weekends and later weeks are busier, and some days are quiet. */
export const ordersAt = (store: number, halfDay: number): Order[] => {
  const trade = fullTrades[store]
  const rhythm = rhythms[store]
  if (!trade || !rhythm) return []
  const day = halfDay >> 1
  const isQuiet = (day * 7 + store) % 11 === 0
  const isBusy = day > 55 && (day + store) % 5 === 0
  const wanted = isQuiet ? 0 : at(rhythm, day) + (isBusy ? 1 : 0)
  const here = halfDay % 2 === 0 ? wanted >> 1 : wanted - (wanted >> 1)
  return Array.from({ length: here }, (_, index) => orderOf(store, trade, halfDay + index))
}

export type Business = {
  name: string
  contact: string
  type: (typeof businessTypes)[number]
  about: string
  volume: (typeof monthlyVolumes)[number]
}

const typed = (
  type: Business['type'],
  volume: Business['volume'],
  about: string,
  names: readonly string[],
): Business[] =>
  names.map((name) => ({
    name,
    contact: `hello@${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.test`,
    type,
    about,
    volume,
  }))

/** Businesses that applied, were approved and sell a little. The first has a full history. */
export const businesses: readonly Business[] = [
  ...typed('E-commerce', '$10,000 - $50,000', 'Roasts coffee and ships it to homes and offices.', [
    'Anchor Coffee Roasters',
  ]),
  ...typed('E-commerce', 'Less than $10,000', 'Sells its own goods online, mostly within one country.', [
    'Juniper Candles',
    'Slate & Thread',
    'Copper Kettle Tea',
    'Mossy Oak Furniture',
    'Paper Lantern Prints',
    'Blue Heron Outdoor',
    'Willow Bicycle Works',
  ]),
  ...typed('Gaming & Entertainment', '$10,000 - $50,000', 'Runs games and events with small purchases.', [
    'Pocket Comet Games',
    'Foxglove Interactive',
    'Lumen Escape Rooms',
    'Brass Monkey Pinball',
  ]),
  ...typed('SaaS Platform', '$50,000 - $100,000', 'Rents software to small companies by the month.', [
    'Ledgerline',
    'Plainform',
    'Tidepool Analytics',
    'Beacon Booking',
  ]),
  ...typed('Online Education', 'Less than $10,000', 'Teaches courses over video, paid per course.', [
    'Open Harbor Academy',
    'Slow Math',
    'Stringed Things Lessons',
  ]),
  ...typed('Digital Services', '$10,000 - $50,000', 'Designs and writes for other companies.', [
    'Halftone Bureau',
    'Parallel Translation',
    'Second Draft Editing',
    'Grid & Gutter Design',
  ]),
]

const tradeOf = ({ type }: Business): Trade => {
  if (type === 'Gaming & Entertainment') return games
  if (type === 'SaaS Platform' || type === 'Digital Services') return service
  return type === 'Online Education' ? lessons : shop
}

/** The half day on which a business is approved. The first one is there from the start. */
export const joinsAt = (index: number): number => (index === 0 ? 0 : 2 + Math.floor(index / 3) * 12)

/** What a business with a light history sells on a half day: a sale now and then after it joined. */
export const lightOrdersAt = (index: number, halfDay: number): Order[] => {
  const business = businesses[index]
  const since = halfDay - joinsAt(index)
  const gap = 61 + (index % 5) * 13
  if (!business || index === 0 || since <= 0 || since % gap !== 5) return []
  return [orderOf(index + 3, tradeOf(business), Math.floor(since / gap))]
}
