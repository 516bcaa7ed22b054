import { firstPriceUsd } from '@bitquay/contract/balances'
import { centsOfSats, divideHalfUp, fromCents, toCents } from '@bitquay/contract/money'
import type { DisplayCurrency } from '@bitquay/contract/preferences'
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
