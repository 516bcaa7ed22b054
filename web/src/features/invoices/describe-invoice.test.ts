import { describe, expect, it } from 'vitest'
import { isPayable, meaningOf, noteOf, stateOf, statusChoices } from './describe-invoice.ts'

describe('an invoice in words', () => {
  it('has a shape and a word for every status', () => {
    expect(statusChoices.map(({ word }) => word)).toEqual(['New', 'Processing', 'Settled', 'Expired', 'Invalid'])
    expect(stateOf({ status: 'settled' }).shape).toBe('solid')
    expect(stateOf({ status: 'invalid' }).shape).toBe('crossed')
    expect(noteOf({ additionalStatus: 'none' })).toBeUndefined()
  })

  it('tells the odd ends apart', () => {
    expect(meaningOf({ status: 'settled', additionalStatus: 'paid-over' })).toMatch(/More was paid/)
    expect(meaningOf({ status: 'expired', additionalStatus: 'paid-partial' })).toMatch(/owed that part back/)
    expect(meaningOf({ status: 'new', additionalStatus: 'paid-partial' })).toMatch(/still due/)
    expect(meaningOf({ status: 'settled', additionalStatus: 'marked' })).toBe('Marked settled by hand.')
  })
})

it('can be paid while it is new and has time left', () => {
  const now = new Date('2026-01-01T12:00:00Z')
  expect(isPayable({ status: 'new', expiresAt: '2026-01-01T12:00:01Z' }, now)).toBe(true)
  expect(isPayable({ status: 'new', expiresAt: '2026-01-01T12:00:00Z' }, now)).toBe(false)
  expect(isPayable({ status: 'processing', expiresAt: '2026-01-01T13:00:00Z' }, now)).toBe(false)
})
