import { expect, test } from 'vitest'
import { isStuck } from './use-stuck-withdrawals.ts'

const now = new Date('2026-11-15T12:00:00Z')
const pending = { status: 'broadcast' as const, problem: null, requestedAt: '2026-11-15T11:00:00Z' }

test('a withdrawal is stuck when it has a problem or is pending for a day, and never once it is settled', () => {
  expect(isStuck(pending, now)).toBe(false)
  expect(isStuck({ ...pending, problem: 'The payment server cannot be reached.' }, now)).toBe(true)
  expect(isStuck({ ...pending, requestedAt: '2026-11-14T11:00:00Z' }, now)).toBe(true)
  expect(isStuck({ ...pending, status: 'confirmed', requestedAt: '2026-11-14T11:00:00Z' }, now)).toBe(false)
  expect(isStuck({ ...pending, status: 'failed', problem: 'Spent elsewhere' }, now)).toBe(false)
})
