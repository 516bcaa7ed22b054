import { describe, expect, it } from 'vitest'
import { computeDue, fromFine, type PaidAttempt, restInSats, roundUpTo } from './compute-due.ts'

const attempt = (changes: Partial<PaidAttempt> = {}): PaidAttempt => ({
  price: '100.00',
  amountSats: 100_000n,
  standingSats: 0n,
  settledSats: 0n,
  cheaper: [],
  ...changes,
})
const paid = (sats: bigint) => ({ standingSats: sats, settledSats: sats })

describe('what was paid to the attempts of an invoice', () => {
  it('is worth the price exactly when an attempt was paid to the satoshi, however it divides', () => {
    for (const amountSats of [3n, 7n, 99_991n, 123_456_789n]) {
      const figures = computeDue('100.00', undefined, [attempt({ amountSats, ...paid(amountSats) })])
      expect(figures).toEqual({ status: 'settled', additionalStatus: 'none', paidSats: amountSats, rest: 0n })
    }
  })

  it('adds up to the price when the second attempt asked for the rest', () => {
    const first = attempt({ amountSats: 99_991n, ...paid(33_333n) })
    const { rest, status, additionalStatus } = computeDue('100.00', undefined, [first])
    expect({ status, additionalStatus }).toEqual({ status: 'new', additionalStatus: 'paid-partial' })
    const second = attempt({ price: fromFine(rest), amountSats: 71_717n, ...paid(71_717n) })
    expect(computeDue('100.00', undefined, [first, second])).toMatchObject({
      status: 'settled',
      additionalStatus: 'none',
      rest: 0n,
    })
  })

  it('is paid over by one satoshi', () => {
    expect(computeDue('100.00', undefined, [attempt(paid(100_001n))])).toMatchObject({
      status: 'settled',
      additionalStatus: 'paid-over',
    })
  })

  it('is worth less for a payment that counts at a lower rate', () => {
    const late = { sats: 50_000n, rate: '40000.00' }
    const figuresOf = (isSettled: boolean) =>
      computeDue('100.00', undefined, [
        attempt({
          standingSats: 100_000n,
          settledSats: isSettled ? 100_000n : 50_000n,
          cheaper: [{ ...late, isSettled }],
        }),
      ])
    expect(figuresOf(true)).toEqual({
      status: 'new',
      additionalStatus: 'paid-partial',
      paidSats: 100_000n,
      rest: 30_000_000_000_000n,
    })
    expect(figuresOf(false).rest).toBe(30_000_000_000_000n)
    expect(
      computeDue('70.00', undefined, [attempt({ ...paid(100_000n), cheaper: [{ ...late, isSettled: true }] })]),
    ).toMatchObject({ status: 'settled', additionalStatus: 'none', rest: 0n })
  })

  it('is being confirmed while a payment has not settled', () => {
    expect(computeDue('100.00', undefined, [attempt({ standingSats: 100_000n, settledSats: 99_999n })])).toMatchObject({
      status: 'processing',
    })
  })

  it('settles within the tolerance, and never for nothing', () => {
    const statusOf = (sats: bigint, tolerance: number) => computeDue('100.00', tolerance, [attempt(paid(sats))]).status
    expect([statusOf(97_500n, 2.5), statusOf(97_499n, 2.5)]).toEqual(['settled', 'new'])
    expect([statusOf(1n, 100), statusOf(0n, 100)]).toEqual(['settled', 'new'])
  })
})

describe('the rest', () => {
  it('is rounded up in satoshis, and an overpayment down', () => {
    const rate = { price: '100.00', amountSats: 99_991n }
    expect(restInSats(10_000_000_000_000n, rate)).toBe(10_000n)
    expect(restInSats(-10_000_000_000_000n, rate)).toBe(-9_999n)
    expect(restInSats(0n, rate)).toBe(0n)
  })

  it('is rounded up to the smallest unit of the currency', () => {
    const { rest } = computeDue('100.00', undefined, [attempt({ amountSats: 99_991n, ...paid(33_333n) })])
    expect([roundUpTo(rest, 2), roundUpTo(rest, 0), roundUpTo(rest, 3)]).toEqual(['66.67', '67', '66.664'])
  })
})
