import { getPrice, listRates as listRatesCall } from '@bitquay/contract/balances'
import { fromCents } from '@bitquay/contract/money'
import { displayCurrencies } from '@bitquay/contract/people'
import { listCurrencies as listCurrenciesCall } from '@bitquay/contract/prices'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { listCurrencies } from './queries.currencies.ts'
import { findPrice, listRates } from './queries.ts'

export const priceRoutes = ({ db }: Deps): Route[] => [
  route(listCurrenciesCall, () => listCurrencies(db)),
  route(getPrice, async () => {
    const { cents, source, at, stale } = await findPrice(db)
    return { price: Number(fromCents(cents)), currency: 'USD' as const, source, at: at?.toISOString() ?? null, stale }
  }),
  route(listRatesCall, async () => {
    const rates = await listRates(db, displayCurrencies)
    return rates.map(({ price, at, ...rate }) => ({ ...rate, price: Number(price), at: at.toISOString() }))
  }),
]
