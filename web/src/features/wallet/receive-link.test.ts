import { expect, test } from 'vitest'
import { convertTyped, createReceiveLink } from './receive-link.ts'

test('the link carries the amount in bitcoin', () => {
  expect(createReceiveLink('bc1qabc', undefined)).toBe('bitcoin:bc1qabc')
  expect(createReceiveLink('bc1qabc', '0.00447067')).toBe('bitcoin:bc1qabc?amount=0.00447067')
})

test('typed dollars become bitcoin at the price, rounded up to a satoshi', () => {
  expect(convertTyped('500', 111_840)).toEqual({ btc: '0.00447068' })
  expect(convertTyped('500.', 100_000)).toEqual({ btc: '0.00500000' })
  expect(convertTyped('', 100_000)).toEqual({})
  expect(convertTyped('500', undefined)).toEqual({})
})

test.each(['0', '-1', 'abc', '1,000', '1.234'])('"%s" is not an amount', (typed) => {
  expect(convertTyped(typed, 100_000)).toEqual({ invalid: true })
})
