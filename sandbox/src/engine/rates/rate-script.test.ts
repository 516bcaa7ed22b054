import { describe, expect, it } from 'vitest'
import { decimal } from './decimal.ts'
import { findRule, parsePair, parseScript } from './rate-script.ts'

describe('rate scripts', () => {
  it('hold fixed rates and sources', () => {
    const rules = parseScript('// dollars\nBTC_USD = 50000;\nX_X = kraken(X_X);') ?? []
    expect(findRule(rules, { base: 'BTC', quote: 'USD' })).toMatchObject({ fixed: decimal('50000') })
    expect(findRule(rules, { base: 'BTC', quote: 'EUR' })).toMatchObject({ source: 'kraken' })
  })

  it('are refused when they are anything else', () => {
    for (const script of ['BTC_USD', 'BTC_USD = ;', 'BTC_USD = 1 + 1;', 'drop table', 'BTC_USD = -;']) {
      expect(parseScript(script), script).toBeUndefined()
    }
  })

  it('name pairs in the ways that BTCPay reads', () => {
    expect(parsePair('BTC_USD')).toEqual({ base: 'BTC', quote: 'USD' })
    expect(parsePair('btcusd')).toEqual({ base: 'BTC', quote: 'USD' })
    expect(parsePair('BTC')).toBeUndefined()
  })
})
