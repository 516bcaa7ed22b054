import { firstPriceUsd } from '@bitquay/contract/balances'
import { centsOfSats, divideHalfUp, findUnits, fromCents, toCents, toSats } from '@bitquay/contract/money'
import { type DisplayCurrency, displayCurrencies } from '@bitquay/contract/people'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { freshMinutes, freshRateMinutes } from './table.ts'

/**
 * Price and amount of an invoice in dollars: at its own locked rate if it is in dollars, otherwise at our price now.
 */
export const dollarsOf = async (
  db: Db | Tx,
  currency: string,
  amount: string,
  rate: string | undefined,
  amountSats: bigint | undefined,
): Promise<{ btcPrice: string; amountUsd: string | undefined }> => {
  if (currency === 'USD' && rate !== undefined) {
    return { btcPrice: fromCents(roundToCents(rate)), amountUsd: fromCents(roundToCents(amount)) }
  }
  const { cents } = await findPrice(db)
  return {
    btcPrice: fromCents(cents),
    amountUsd: amountSats === undefined ? undefined : fromCents(centsOfSats(amountSats, cents)),
  }
}

/** BTCPay's amounts may have more decimals than cents. */
export const roundToCents = (decimal: string): bigint => {
  const [whole = '0', fraction = ''] = decimal.split('.')
  const longer = BigInt(fraction.padEnd(10, '0').slice(0, 10))
  return divideHalfUp(toCents(`${whole}.00`) * 10n ** 8n + longer, 10n ** 8n)
}

/** Dollars are converted to satoshis for a send only at a recent price. */
export const getFreshPrice = async (db: Db): Promise<bigint> => {
  const price = await findPrice(db)
  if (price.stale) throw new ApiError('price-too-old')
  return price.cents
}

export type Price = { cents: bigint; source: string; at: Date | undefined; stale: boolean }

export const findPrice = async (db: Db | Tx): Promise<Price> => {
  const row = await db
    .selectFrom('prices')
    .select([
      'price',
      'source',
      'at',
      sql<boolean>`at < app_now() - make_interval(mins => ${freshMinutes})`.as('stale'),
    ])
    .where('currency', '=', 'USD')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return { cents: toCents(firstPriceUsd), source: 'default', at: undefined, stale: true }
  return { cents: toCents(row.price), source: row.source, at: row.at, stale: row.stale }
}

/**
 * How many satoshis an amount is at the current price, rounded up. Undefined while there is no recent price in the
 * currency.
 */
export const findSatsFor = async (db: Db, currency: string, amount: string): Promise<bigint | undefined> => {
  if (currency === 'BTC') return toSats(amount)
  if (currency === 'SATS') return findUnits(amount, 0)
  const price = await findRate(db, currency)
  const units = findUnits(amount, 8)
  if (!price || price.stale || price.cents <= 0n || units === undefined) return undefined
  // Some currencies have three decimals, so the amount isn't rounded to cents.
  const priceUnits = price.cents * 10n ** 6n
  return (units * 10n ** 8n + priceUnits - 1n) / priceUnits
}

/** What one bitcoin costs in a currency that invoices can be priced in. */
export const findRate = async (db: Db, currency: string): Promise<{ cents: bigint; stale: boolean } | undefined> => {
  if (currency === 'BTC') return { cents: 100n, stale: false }
  if (currency === 'SATS') return { cents: 100n * 100_000_000n, stale: false }
  if (currency === 'USD') return findPrice(db)
  const known = displayCurrencies.find((each) => each === currency)
  if (!known) return findCrossRate(db, currency)
  const [rate] = await listRates(db, [known])
  return rate && { cents: toCents(rate.price), stale: rate.stale }
}

/** Other currencies are read once a day: what one is worth in dollars changes little, and the dollar price is current. */
const findCrossRate = async (db: Db, currency: string) => {
  const dollars = await findPrice(db)
  const { rows } = await sql<{ price: string; old: boolean }>`
    select round(c.rate / d.rate * ${fromCents(dollars.cents)}::numeric, 2)::text as price,
      coalesce(c.read_at < app_now() - interval '2 days', true) as old
    from currencies c join currencies d on d.code = 'USD' and d.rate is not null
    where c.code = ${currency} and c.rate is not null`.execute(db)
  return rows[0] && { cents: toCents(rows[0].price), stale: dollars.stale || rows[0].old }
}

/** The last price in each of these currencies. Those that never had one are left out. */
export const listRates = async (db: Db, currencies: readonly DisplayCurrency[]) => {
  const { rows } = await sql<{ currency: DisplayCurrency; price: string; at: Date; stale: boolean }>`
    select w.currency, p.price, p.at, p.at < app_now() - make_interval(mins => ${freshRateMinutes}) as stale
    from unnest(${currencies}::text[]) with ordinality as w (currency, place)
    cross join lateral (select price, at from prices where currency = w.currency order by at desc limit 1) p
    order by w.place`.execute(db)
  return rows
}

/** The currencies whose price is missing or older than five minutes. */
export const findRatesDue = async (db: Db, currencies: readonly DisplayCurrency[]): Promise<DisplayCurrency[]> => {
  const { rows } = await sql<{ currency: DisplayCurrency }>`
    select w.currency from unnest(${currencies}::text[]) as w (currency)
    where not exists (select from prices p where p.currency = w.currency and p.at > app_now() - interval '5 minutes')`.execute(
    db,
  )
  return rows.map(({ currency }) => currency)
}
