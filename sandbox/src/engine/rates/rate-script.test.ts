import { describe, expect, it } from 'vitest'
import { decimal } from './decimal.ts'
import { findRule, parsePair, parseScript } from './rate-script.ts'

describe('rate scripts', () => {
  it('parses fixed rates and sources', () => {
    const rules = parseScript('// dollars\nBTC_USD = 50000;\nX_X = kraken(X_X);') ?? []
    expect(findRule(rules, { base: 'BTC', quote: 'USD' })).toMatchObject({ fixed: decimal('50000') })
    expect(findRule(rules, { base: 'BTC', quote: 'EUR' })).toMatchObject({ source: 'kraken' })
  })

  it('refuses any other script', () => {
    for (const script of ['BTC_USD', 'BTC_USD = ;', 'BTC_USD = 1 + 1;', 'drop table', 'BTC_USD = -;']) {
      expect(parseScript(script), script).toBeUndefined()
    }
  })

  it('reads pairs in all the forms that BTCPay reads', () => {
    expect(parsePair('BTC_USD')).toEqual({ base: 'BTC', quote: 'USD' })
    expect(parsePair('btcusd')).toEqual({ base: 'BTC', quote: 'USD' })
    expect(parsePair('BTC')).toBeUndefined()
  })
})
