import type { Clock, Store as Journal } from '../engine.ts'
import type { RateSource, ShopStore } from '../stores/store.ts'
import { perDollar } from './currencies.ts'
import { type Decimal, decimal, divideUp, multiply, ONE, plainNumber, roundHalfUp } from './decimal.ts'
import { openMarket } from './market.ts'
import { type CurrencyPair, findRule, parseScript } from './rate-script.ts'

export const rateSources = [
  { id: 'coingecko', name: 'CoinGecko' },
  { id: 'kraken', name: 'Kraken' },
  { id: 'bitstamp', name: 'Bitstamp' },
  { id: 'coinbase', name: 'Coinbase' },
]

const START_CENTS = 10_800_000n

export type RateOutcome = { rate: Decimal } | { errors: string[] }

export type Rates = {
  seed(): string
  /** US cents per bitcoin now. */
  cents(): bigint
  /** The price in cents that the market is held at, if any. */
  pinnedCents(): bigint | null
  /** Whether the exchanges can be reached. Without one, the server has no price for any currency. */
  isAvailable(): boolean
  setAvailable(isAvailable: boolean): void
  /** Holds the market at a price. Null lets it move again, to the price its seed gives. */
  pin(cents: bigint | null): void
  /** The rate of a pair by the store's rules, minus the spread (the bid). */
  rateFor(store: ShopStore, pair: CurrencyPair): RateOutcome
  evaluate(source: RateSource, pair: CurrencyPair): RateOutcome
}

type MarketState = {
  id: 'market'
  seed: string
  startSeconds: number
  pinnedCents: bigint | null
  isUnavailable?: boolean
}

export const openRates = (journal: Journal, clock: Clock, seed: string): Rates => {
  const states = journal.collection<MarketState>('btcpay.market', { id: (state) => state.id })
  // The seed of the first start stays, so the market doesn't jump when someone restarts with another one.
  if (!states.has('market')) {
    states.put({ id: 'market', seed, startSeconds: clock.nowSeconds(), pinnedCents: null })
  }
  const state = (): MarketState => states.get('market') ?? { id: 'market', seed, startSeconds: 0, pinnedCents: null }
  const market = openMarket(state().seed, state().startSeconds, START_CENTS)
  const cents = () => state().pinnedCents ?? market.centsAt(clock.nowSeconds())

  const marketRate = ({ base, quote }: CurrencyPair): Decimal | undefined => {
    const baseInDollars = inDollars(base, cents())
    const quoteInDollars = inDollars(quote, cents())
    if (baseInDollars === undefined || quoteInDollars === undefined) return undefined
    const exact = divideUp(baseInDollars, quoteInDollars, 16)
    return roundHalfUp(exact, base === 'BTC' ? 2 : 12)
  }

  const evaluate = (source: RateSource, pair: CurrencyPair): RateOutcome => {
    const known = unitRate(pair)
    if (known !== undefined) return { rate: known }
    const rules = parseScript(source.effectiveScript) ?? []
    const rule = findRule(rules, pair)
    const inverse = rule ? undefined : findRule(rules, { base: pair.quote, quote: pair.base })
    const found = rule ?? inverse
    if (!found) return { errors: [`RateUnavailable: no rule for ${pair.base}_${pair.quote}`] }
    let rate: Decimal | undefined
    if ('fixed' in found) rate = rule ? found.fixed : found.fixed > 0n ? divideUp(ONE, found.fixed, 16) : undefined
    else if (state().isUnavailable) return { errors: describeUnreachable(source, pair) }
    else rate = marketRate(pair)
    if (rate === undefined || rate <= 0n) return { errors: [`RateUnavailable: ${pair.base}_${pair.quote}`] }
    const afterSpread = multiply(rate, ONE - decimal(plainNumber(source.spread) ?? '0') / 100n)
    return { rate: afterSpread }
  }

  return {
    seed: () => state().seed,
    cents,
    pinnedCents: () => state().pinnedCents,
    pin(pinnedCents) {
      states.put({ ...state(), pinnedCents })
    },
    isAvailable: () => !state().isUnavailable,
    setAvailable(isAvailable) {
      states.put({ ...state(), isUnavailable: !isAvailable })
    },
    evaluate,
    rateFor(store, pair) {
      const primary = evaluate(store.rates.primary, pair)
      if ('rate' in primary || !store.rates.fallback) return primary
      return evaluate(store.rates.fallback, pair)
    },
  }
}

/** The log lines of a real server that can't reach its exchange, with the host names that it tries. */
const describeUnreachable = (source: RateSource, { base, quote }: CurrencyPair): string[] => {
  const pair = `${base}_${quote}`
  const exchange = source.preferredSource ?? 'kraken'
  const host = `api.${exchange}.com:443`
  return [
    `${pair}: The rating rule is ${exchange}(${pair})`,
    `${pair}: The evaluated rating rule is ERR_RATE_UNAVAILABLE(${exchange}, ${pair})`,
    `${pair}: Rate rule error (RateUnavailable)`,
    `${pair}: Exception reaching exchange ${exchange} (System.Net.Http.HttpRequestException: Resource temporarily unavailable (${host})\n ---> System.Net.Sockets.SocketException (11): Resource temporarily unavailable\n   at System.Net.Sockets.Socket.AwaitableSocketAsyncEventArgs.ThrowException(SocketError error, CancellationToken cancellationToken)\n   at System.Net.Http.HttpConnectionPool.ConnectToTcpHostAsync(String host, Int32 port, HttpRequestMessage initialRequest, Boolean async, CancellationToken cancellationToken)\n   --- End of inner exception stack trace ---\n   at BTCPayServer.Services.Rates.BackgroundFetcherRateProvider.GetRatesAsync(CancellationToken cancellationToken))`,
  ]
}

/** Rates that need no market and no rule: a currency in itself, and bitcoin in satoshis. */
const unitRate = ({ base, quote }: CurrencyPair): Decimal | undefined => {
  if (base === quote) return ONE
  return base === 'BTC' && quote === 'SATS' ? ONE * 100_000_000n : undefined
}

const inDollars = (code: string, bitcoinCents: bigint): Decimal | undefined => {
  if (code === 'BTC') return (bitcoinCents * ONE) / 100n
  if (code === 'SATS') return (bitcoinCents * ONE) / 100n / 100_000_000n
  const dollars = Object.hasOwn(perDollar, code) ? perDollar[code] : undefined
  return dollars === undefined ? undefined : divideUp(ONE, decimal(dollars), 20)
}
