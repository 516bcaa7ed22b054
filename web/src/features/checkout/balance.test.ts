import type { Checkout } from '@bitquay/contract/checkout'
import { describe, expect, it } from 'vitest'
import { sumOver, sumPart, sumUnpaid } from './balance.ts'

const checkout = (changes: Partial<Checkout>) =>
  ({
    currency: 'USD',
    amount: '265.00',
    amountBtc: '0.00265000',
    paidBtc: '0.00000000',
    dueBtc: '0.00265000',
    rate: '100000.00',
    ...changes,
  }) as Checkout

describe('a partial payment', () => {
  it('adds up to what is still due', () => {
    expect(sumPart(checkout({ paidBtc: '0.00167500', dueBtc: '0.00097500' }))).toEqual({
      currency: 'USD',
      total: '265.00',
      received: '167.50',
      fee: '0.00',
      due: '97.50',
    })
  })

  it('has a line for the network fee that a second on-chain payment costs', () => {
    expect(sumPart(checkout({ paidBtc: '0.00165000', dueBtc: '0.00101000' }))).toMatchObject({
      received: '165.00',
      fee: '1.00',
      due: '101.00',
    })
  })

  it('leaves a rounded cent to what was received', () => {
    expect(sumPart(checkout({ paidBtc: '0.00100004', dueBtc: '0.00165007' }))).toMatchObject({
      received: '99.99',
      fee: '0.00',
      due: '165.01',
    })
  })
})

describe('parts of an invoice with a due date, paid at different rates', () => {
  const due = { amount: '100.00', dueDate: '2027-01-31T23:59:59.000Z' }

  it('add up in dollars, whichever way the price moved', () => {
    // Thirty dollars were paid at 100,000.
    const rest = { ...due, paidBtc: '0.00030000' }
    const up = sumPart(checkout({ ...rest, amountBtc: '0.00065000', dueBtc: '0.00035000', rate: '200000.00' }))
    const down = sumPart(checkout({ ...rest, amountBtc: '0.00170000', dueBtc: '0.00140000', rate: '50000.00' }))
    for (const sum of [up, down]) expect(sum).toMatchObject({ received: '30.00', fee: '0.00', due: '70.00' })
  })

  it('are paid too much by what is above the total', () => {
    const over = { ...due, paidBtc: '0.00190000', amountBtc: '0.00170000', dueBtc: '0.00000000', rate: '50000.00' }
    expect(sumOver(checkout(over))).toMatchObject({ total: '100.00', received: '110.00', refund: '10.00' })
  })
})

describe('an overpayment', () => {
  it('is what was received above the total', () => {
    expect(sumOver(checkout({ paidBtc: '0.00285000' }))).toEqual({
      currency: 'USD',
      total: '265.00',
      received: '285.00',
      refund: '20.00',
    })
  })

  it('is shown in bitcoin when it is less than a cent', () => {
    const tiny = sumOver(checkout({ paidBtc: '0.00265001' }))
    expect(tiny).toEqual({ currency: 'BTC', total: '0.00265000', received: '0.00265001', refund: '0.00000001' })
  })
})

describe('a price in another currency', () => {
  const euros = { currency: 'EUR', amount: '200.00', amountBtc: '0.00250000', rate: '100000.00' }

  it('is paid in that currency, as the price itself was converted', () => {
    expect(sumPart(checkout({ ...euros, paidBtc: '0.00100000', dueBtc: '0.00150000' }))).toEqual({
      currency: 'EUR',
      total: '200.00',
      received: '80.00',
      fee: '0.00',
      due: '120.00',
    })
    expect(sumOver(checkout({ ...euros, paidBtc: '0.00300000' }))).toMatchObject({
      received: '240.00',
      refund: '40.00',
    })
    const yen = { ...euros, currency: 'JPY', amount: '40000' }
    expect(sumUnpaid(checkout({ ...yen, paidBtc: '0.00050000' }))).toMatchObject({ received: '8000', unpaid: '32000' })
  })

  it('is bitcoin where parts may have been paid at rates that the page doesn’t know', () => {
    const due = { ...euros, dueDate: '2027-01-31T23:59:59.000Z', paidBtc: '0.00100000', dueBtc: '0.00150000' }
    expect(sumPart(checkout(due))).toMatchObject({ currency: 'BTC', received: '0.00100000', due: '0.00150000' })
    expect(sumPart(checkout({ ...due, currency: 'BTC', amount: '0.0025' }))).toMatchObject({ currency: 'BTC' })
  })
})

it('what was paid of an expired invoice and what wasn’t are its total', () => {
  const part = checkout({ paidBtc: '0.00100000', dueBtc: '0.00166000' })
  expect(sumUnpaid(part)).toEqual({ currency: 'USD', total: '265.00', received: '100.00', unpaid: '165.00' })
})
