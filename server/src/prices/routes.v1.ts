import { listCurrencies as listCurrenciesCall } from '@bitquay/contract/v1/currencies'
import { listRates as listRatesCall } from '@bitquay/contract/v1/rates'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { listCurrencies } from './queries.currencies.ts'
import { listAllRates } from './queries.rates.ts'

export const currencies = ({ db }: Deps): Route => route(listCurrenciesCall, () => listCurrencies(db))

export const rates = ({ db }: Deps): Route => route(listRatesCall, ({ query }) => listAllRates(db, query.currency))
