import type { Output } from '@bitquay/contract/call'
import { fromCents } from '@bitquay/contract/money'
import { displayCurrencies } from '@bitquay/contract/people'
import type { listRates as call } from '@bitquay/contract/v1/rates'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { findPrice, listRates } from './queries.ts'

type Rate = Output<typeof call>[number]

/**
 * What one bitcoin costs in each currency of an invoice. The dollar price and the currencies of the screens are read
 * every few minutes. All others follow the dollar price at the day's exchange rates.
 */
export const listAllRates = async (db: Db, currency?: string): Promise<Rate[]> => {
  const dollars = await findPrice(db)
  // Without a first reading there is only a default that nobody should calculate with.
  if (dollars.at === undefined) return []
  const at = dollars.at.toISOString()
  const rates = new Map<string, Rate>([
    ['BTC', { currency: 'BTC', rate: '1.00000000', at, stale: false }],
    ['SATS', { currency: 'SATS', rate: '100000000', at, stale: false }],
    ...(await listCrossRates(db, fromCents(dollars.cents), dollars.stale)),
    ...(await listRates(db, displayCurrencies)).map((read): [string, Rate] => [
      read.currency,
      { currency: read.currency, rate: read.price, at: read.at.toISOString(), stale: read.stale },
    ]),
    ['USD', { currency: 'USD', rate: fromCents(dollars.cents), at, stale: dollars.stale }],
  ])
  return [...rates.values()]
    .filter((rate) => currency === undefined || rate.currency === currency)
    .sort((a, b) => (a.currency < b.currency ? -1 : 1))
}

const listCrossRates = async (db: Db, dollarPrice: string, isStale: boolean): Promise<[string, Rate][]> => {
  const { rows } = await sql<{ code: string; price: string; readAt: Date; old: boolean }>`
    select c.code, round(c.rate / d.rate * ${dollarPrice}::numeric, 2)::text as price, c.read_at,
      coalesce(c.read_at < app_now() - interval '2 days', true) as old
    from currencies c join currencies d on d.code = 'USD' and d.rate is not null
    where c.rate is not null and c.code not in ('BTC', 'SATS')`.execute(db)
  return rows.map(({ code, price, readAt, old }) => [
    code,
    { currency: code, rate: price, at: readAt.toISOString(), stale: isStale || old },
  ])
}
