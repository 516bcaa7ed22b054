import { type Decimal, parseDecimal } from './decimal.ts'

export type CurrencyPair = { base: string; quote: string }

export type RateRule = { pair: CurrencyPair } & ({ fixed: Decimal } | { source: string })

export const parsePair = (text: string): CurrencyPair | undefined => {
  const match = /^([A-Za-z0-9]{2,10})[_/]([A-Za-z0-9]{2,10})$/.exec(text)
  if (match?.[1] && match[2]) return { base: match[1].toUpperCase(), quote: match[2].toUpperCase() }
  const short = /^([A-Za-z]{3})([A-Za-z]{3})$/.exec(text)
  return short?.[1] && short[2] ? { base: short[1].toUpperCase(), quote: short[2].toUpperCase() } : undefined
}

/**
 * The part of BTCPay's rate language that the sandbox knows: `BTC_USD = 50000;` and `X_X = kraken(X_X);`, with
 * comments. Undefined for any other script.
 */
export const parseScript = (script: string): RateRule[] | undefined => {
  const rules: RateRule[] = []
  const bare = script.replace(/\/\/[^\n]*/g, '').replace(/\/\*[\s\S]*?\*\//g, '')
  for (const statement of bare.split(';')) {
    const text = statement.trim()
    if (text === '') continue
    const match = /^([A-Za-z0-9]{1,10})_([A-Za-z0-9]{1,10})\s*=\s*(.+)$/.exec(text)
    if (!match?.[1] || !match[2] || !match[3]) return undefined
    const pair = { base: match[1].toUpperCase(), quote: match[2].toUpperCase() }
    const fixed = parseDecimal(match[3].trim())
    const source = /^([a-z0-9]+)\(\s*[A-Za-z0-9]+_[A-Za-z0-9]+\s*\)$/.exec(match[3].trim())?.[1]
    if (fixed !== undefined) rules.push({ pair, fixed })
    else if (source !== undefined) rules.push({ pair, source })
    else return undefined
  }
  return rules
}

/** The first rule that matches the pair. `X` matches any currency. */
export const findRule = (rules: readonly RateRule[], pair: CurrencyPair): RateRule | undefined => {
  const fits = (pattern: string, code: string) => pattern === 'X' || pattern === code
  return rules.find((rule) => fits(rule.pair.base, pair.base) && fits(rule.pair.quote, pair.quote))
}
