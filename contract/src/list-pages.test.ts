import { expect, test } from 'vitest'
import { z } from 'zod'
import { calls } from './calls.ts'

/** Returned whole: what exists is fixed, or the answer is a selection that ends by itself. */
const whole = [
  '/api/admin/act-log/names',
  '/api/admin/dashboard/attention',
  '/api/admin/notifications',
  '/api/admin/transactions/days',
  '/api/auth/notification-settings',
  '/api/currencies',
  '/api/merchant/transactions/days',
  '/api/rates',
  '/api/v1/currencies',
  '/api/v1/rates',
]

test('every other list takes a limit', () => {
  const lists = calls.filter(({ method, output }) => method === 'GET' && output instanceof z.ZodArray)
  const withoutLimit = lists.filter(({ query }) => !(query instanceof z.ZodObject && 'limit' in query.shape))
  expect(lists.length).toBeGreaterThan(30)
  expect(withoutLimit.map(({ path }) => path).toSorted()).toEqual(whole)
})
