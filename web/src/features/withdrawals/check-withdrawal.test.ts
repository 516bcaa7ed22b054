import { expect, test } from 'vitest'
import { checkWithdrawal, findAmountCents } from './check-withdrawal.ts'

const fields = { amount: '250', address: 'bc1q', notes: '', promoCode: '', twoFactorToken: '123456' }

test('the sentences of the form', () => {
  expect(checkWithdrawal(fields, '250.00')).toEqual({})
  expect(checkWithdrawal({ ...fields, amount: '0' }, '250.00').amount).toBe(
    'Customer withdrawal amount must be positive',
  )
  expect(checkWithdrawal({ ...fields, address: ' ' }, '250.00').address).toBe('Bitcoin address is required')
  expect(checkWithdrawal({ ...fields, twoFactorToken: '123' }, '250.00').twoFactorToken).toBe('Token must be 6 digits')
  expect(checkWithdrawal({ ...fields, amount: '250.01' }, '250.00').amount).toBe(
    'Insufficient balance. Need $250.01 but only $250.00 available.',
  )
})

test.each(['', '0', '0.00', '-5', '+5', '1e3', '0x10', '1,000', '1.005', 'abc', '.', '99999999999'])(
  '"%s" is no amount',
  (amount) => {
    expect(findAmountCents(amount)).toBeUndefined()
  },
)

test.each([
  ['5', 500n],
  ['5.', 500n],
  ['5.1', 510n],
  [' 250.00 ', 25_000n],
])('"%s" is one', (amount, cents) => {
  expect(findAmountCents(amount)).toBe(cents)
})
