import { expect, it } from 'vitest'
import { checkInDialog, checkOnPage } from './check-payout.ts'

const good = {
  amount: '12.34',
  btcAddress: 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx',
  twoFactorToken: '123456',
}

/** What isn’t collected yet was earned at another price, so it says nothing about the limit. */
const upTo = (availableUsd: string, balanceUsd = availableUsd) => ({
  availableUsd,
  balanceUsd,
  uncollectedUsd: '900.00',
})

it('has nothing against a good order, up to the last cent', () => {
  for (const check of [checkOnPage, checkInDialog]) {
    expect(check(good, upTo('12.34'))).toEqual({})
    expect(check(good, upTo('12.33')).amount).toBeDefined()
  }
})

it.each(['', '0', '0.99', '-5', 'abc', '1e3', '1.001'])('on the page %s is below the minimum', (amount) => {
  expect(checkOnPage({ ...good, amount }, upTo('1000.00'))).toEqual({
    amount: 'Minimum withdrawal amount is $1.00 (Bitcoin dust threshold)',
  })
})

it('on the page says what is available and what an address is', () => {
  expect(checkOnPage({ amount: '1000.01', btcAddress: 'x'.repeat(25), twoFactorToken: '1' }, upTo('1000.00'))).toEqual({
    amount: 'Insufficient balance. Available: $1,000.00',
    btcAddress: 'Please enter a valid Bitcoin address',
    twoFactorToken: 'Token must be 6 digits',
  })
})

it('in the dialog has sentences of its own', () => {
  expect(checkInDialog({ amount: '', btcAddress: '  ', twoFactorToken: '123456' }, upTo('5.00'))).toEqual({
    amount: 'Please enter a valid amount',
    btcAddress: 'Please enter a Bitcoin address',
  })
  expect(checkInDialog({ ...good, amount: '5.01' }, upTo('5.00'))).toEqual({
    amount: 'Amount exceeds available balance of $5.00',
  })
})

it('leaves to the server what is earned and not collected yet', () => {
  for (const check of [checkOnPage, checkInDialog]) {
    expect(check(good, upTo('10.00', '12.34'))).toEqual({})
    expect(check(good, upTo('10.00', '12.33')).amount).toContain('$10.00')
  }
})
