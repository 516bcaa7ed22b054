import { expect, test } from 'vitest'
import * as customer from './customer/messages.ts'
import * as t from './messages.ts'

test('a text without parameters is a string, another a function', () => {
  expect(t.create).toBe('Send refund link')
  expect(customer.addAddress({ store: 'Northlight', date: 'Dec 15, 2026' })).toBe(
    'Northlight is sending you a refund. Add a Bitcoin address by Dec 15, 2026.',
  )
})
