import type { RateConfiguration, RateResult } from '@bitquay/btcpay/wire/rates'
import { formatDecimal } from '../../engine/rates/decimal.ts'
import { type CurrencyPair, parsePair, parseScript } from '../../engine/rates/rate-script.ts'
import { rateSources } from '../../engine/rates/rates.ts'
import type { RateSource, ShopStore } from '../../engine/stores/store.ts'
import type { Btcpay } from '../btcpay.ts'
import { invalidField, notFound } from '../errors.ts'
import type { QueryReader } from '../read-query.ts'
import { type Call, inStore, type Route } from '../route.ts'

const VIEW = 'store.canviewstoresettings'
const MODIFY = 'store.canmodifystoresettings'

const primaryPaths = ['/rates/configuration', '/rates/configuration/primary']

export const rateRoutes: Route[] = [
  // A malformed pair isn't an error here: a real server returns the pairs before it.
  inStore('GET', '/rates', VIEW, ({ btcpay, query }, store) =>
    pairsBeforeFault(query, store).map((pair) => toResult(pair, btcpay.rates.rateFor(store, pair))),
  ),

  ...primaryPaths.flatMap((path) => [
    inStore('GET', path, VIEW, (_call, store) => toView(store.rates.primary)),
    inStore('PUT', path, MODIFY, (call, store) => {
      const primary = readSource(call)
      call.btcpay.stores.put({ ...store, rates: { ...store.rates, primary } })
      return toView(primary)
    }),
  ]),

  inStore('GET', '/rates/configuration/fallback', VIEW, (_call, store) => {
    if (!store.rates.fallback) throw notFound('fallback-disabled', 'The fallback rate source is disabled')
    return toView(store.rates.fallback)
  }),

  inStore('PUT', '/rates/configuration/fallback', MODIFY, (call, store) => {
    const fallback = readSource(call)
    call.btcpay.stores.put({ ...store, rates: { ...store.rates, fallback } })
    return toView(fallback)
  }),

  inStore('POST', '/rates/configuration/preview', MODIFY, (call, store) => {
    const source = readSource(call)
    return pairsOf(call.query, store).map((pair) => toResult(pair, call.btcpay.rates.evaluate(source, pair)))
  }),
]

function pairsOf(query: QueryReader, store: ShopStore): CurrencyPair[] {
  return pairTexts(query, store).map((text) => {
    const pair = parsePair(text)
    if (!pair) throw invalidField('currencyPair', `Invalid pair ${text}`)
    return pair
  })
}

function pairsBeforeFault(query: QueryReader, store: ShopStore): CurrencyPair[] {
  const pairs: CurrencyPair[] = []
  for (const text of pairTexts(query, store)) {
    const pair = parsePair(text)
    if (!pair) break
    pairs.push(pair)
  }
  return pairs
}

const pairTexts = (query: QueryReader, store: ShopStore): string[] => {
  const requested = query.texts('currencyPair').flatMap((text) => text.split(','))
  const currencies = [store.settings.defaultCurrency, ...store.settings.additionalTrackedRates]
  return (requested.length > 0 ? requested : currencies.map((currency) => `BTC_${currency}`)).map((text) => text.trim())
}

function toResult({ base, quote }: CurrencyPair, found: ReturnType<Btcpay['rates']['rateFor']>): RateResult {
  const currencyPair = `${base}_${quote}`
  return 'rate' in found
    ? { currencyPair, rate: formatDecimal(found.rate), errors: [] }
    : { currencyPair, rate: null, errors: found.errors }
}

function readSource(call: Call): RateSource {
  const body = call.fields()
  const spread = body.number('spread') ?? 0
  const isCustomScript = body.flag('isCustomScript') ?? false
  const script = body.text('effectiveScript')
  const preferredSource = body.text('preferredSource') ?? null
  body.check()
  if (spread < 0 || spread > 100) throw invalidField('Spread', 'Spread value must be between 0 and 100')
  if (isCustomScript) {
    if (!script || !parseScript(script)) throw invalidField('EffectiveScript', 'Script syntax is invalid')
    return { spread, isCustomScript, effectiveScript: script, preferredSource: null }
  }
  if (script) {
    throw invalidField('EffectiveScript', 'You can only set EffectiveScript when IsCustomScript is true')
  }
  if (preferredSource && !rateSources.some((source) => source.id === preferredSource.toLowerCase())) {
    throw invalidField('PreferredSource', `Unsupported source (${preferredSource})`)
  }
  const source = (preferredSource ?? 'kraken').toLowerCase()
  return { spread, isCustomScript, effectiveScript: `X_X = ${source}(X_X);`, preferredSource }
}

function toView(source: RateSource): RateConfiguration {
  return {
    spread: source.spread,
    isCustomScript: source.isCustomScript,
    effectiveScript: source.effectiveScript,
    preferredSource: source.preferredSource,
  }
}
