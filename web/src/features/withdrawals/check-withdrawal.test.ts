import { expect, test } from 'vitest'
import { checkWithdrawal, computeMaxUsd, findAmountCents, findInsufficiency } from './check-withdrawal.ts'

const fields = { amount: '250', address: 'bc1q', notes: '', promoCode: '', twoFactorToken: '123456' }

test('the sentences of the form', () => {
  expect(checkWithdrawal(fields)).toEqual({})
  expect(checkWithdrawal({ ...fields, amount: '0' }).amount).toBe('Customer withdrawal amount must be positive')
  expect(checkWithdrawal({ ...fields, address: ' ' }).address).toBe('Bitcoin address is required')
  expect(checkWithdrawal({ ...fields, twoFactorToken: '123' }).twoFactorToken).toBe('Token must be 6 digits')
})

test('an amount with its fee may reach the available balance and not exceed it', () => {
  expect(findInsufficiency(25_000n, '250.00')).toBeUndefined()
  expect(findInsufficiency(25_001n, '250.00')).toBe('Insufficient balance. Need $250.01 but only $250.00 available.')
  expect(findInsufficiency(25_001n, undefined)).toBeUndefined()
})

test('the maximum is the available balance, less a withdrawal fee', () => {
  expect(computeMaxUsd('17976.02', 0)).toBe('17976.02')
  expect(computeMaxUsd('102.25', 2.25)).toBe('100.00')
  expect(computeMaxUsd('0.00', 2.25)).toBe('0.00')
})

test.each(['', '0', '0.00', '-5', '+5', '1e3', '0x10', '1,000', '1.005', 'abc', '.', '99999999999'])(
  '"%s" is not an amount',
  (amount) => {
    expect(findAmountCents(amount)).toBeUndefined()
  },
)

test.each([
  ['5', 500n],
  ['5.', 500n],
  ['5.1', 510n],
  [' 250.00 ', 25_000n],
])('"%s" is an amount', (amount, cents) => {
  expect(findAmountCents(amount)).toBe(cents)
})
