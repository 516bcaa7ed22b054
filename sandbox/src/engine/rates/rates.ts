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
  /** The cents that the market is held at, if it is. */
  pinnedCents(): bigint | null
  /** Holds the market at a price; null lets it move again, from where its seed says. */
  pin(cents: bigint | null): void
  /** What a store's rules make of a pair, the spread taken off (the bid). */
  rateFor(store: ShopStore, pair: CurrencyPair): RateOutcome
  evaluate(source: RateSource, pair: CurrencyPair): RateOutcome
}

type MarketState = { id: 'market'; seed: string; startSeconds: number; pinnedCents: bigint | null }

export function openRates(journal: Journal, clock: Clock, seed: string): Rates {
  const states = journal.collection<MarketState>('btcpay.market', { id: (state) => state.id })
  // The seed of the first start stays: a market must not jump because someone restarts with another one.
  if (!states.has('market')) {
    states.put({ id: 'market', seed, startSeconds: clock.nowSeconds(), pinnedCents: null })
  }
  const state = () => states.get('market') ?? { id: 'market' as const, seed, startSeconds: 0, pinnedCents: null }
  const market = openMarket(state().seed, state().startSeconds, START_CENTS)
  const cents = () => state().pinnedCents ?? market.centsAt(clock.nowSeconds())

  function marketRate({ base, quote }: CurrencyPair): Decimal | undefined {
    const baseInDollars = inDollars(base, cents())
    const quoteInDollars = inDollars(quote, cents())
    if (baseInDollars === undefined || quoteInDollars === undefined) return undefined
    const exact = divideUp(baseInDollars, quoteInDollars, 16)
    return roundHalfUp(exact, base === 'BTC' ? 2 : 12)
  }

  function evaluate(source: RateSource, pair: CurrencyPair): RateOutcome {
    const known = unitRate(pair)
    if (known !== undefined) return { rate: known }
    const rules = parseScript(source.effectiveScript) ?? []
    const rule = findRule(rules, pair)
    const inverse = rule ? undefined : findRule(rules, { base: pair.quote, quote: pair.base })
    const found = rule ?? inverse
    if (!found) return { errors: [`RateUnavailable: no rule for ${pair.base}_${pair.quote}`] }
    let rate: Decimal | undefined
    if ('fixed' in found) rate = rule ? found.fixed : found.fixed > 0n ? divideUp(ONE, found.fixed, 16) : undefined
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
    evaluate,
    rateFor(store, pair) {
      const primary = evaluate(store.rates.primary, pair)
      if ('rate' in primary || !store.rates.fallback) return primary
      return evaluate(store.rates.fallback, pair)
    },
  }
}

/** What needs no market and no rule: a currency in itself, and bitcoin in satoshis. */
function unitRate({ base, quote }: CurrencyPair): Decimal | undefined {
  if (base === quote) return ONE
  return base === 'BTC' && quote === 'SATS' ? ONE * 100_000_000n : undefined
}

function inDollars(code: string, bitcoinCents: bigint): Decimal | undefined {
  if (code === 'BTC') return (bitcoinCents * ONE) / 100n
  if (code === 'SATS') return (bitcoinCents * ONE) / 100n / 100_000_000n
  const dollars = Object.hasOwn(perDollar, code) ? perDollar[code] : undefined
  return dollars === undefined ? undefined : divideUp(ONE, decimal(dollars), 20)
}
