import { describe, expect, it } from 'vitest'
import { amountOf, usesOf } from './describe-link.ts'
import { embedCodeOf } from './embed-code.ts'
import { findLinkProblems, formOf, toNewLink } from './link-form.ts'

const empty = formOf(undefined)

describe('the form of a payment link', () => {
  it('asks for a title and an amount that the currency can be paid in', () => {
    expect(findLinkProblems(empty)).toEqual({
      title: 'Enter a title',
      amount: 'Please enter a valid amount',
    })
    for (const amount of ['0', '0.00', '-1', '1e3', '1.234', 'ten']) {
      expect(findLinkProblems({ ...empty, title: 'Mug', amount }), amount).toHaveProperty('amount')
    }
    expect(findLinkProblems({ ...empty, title: 'Mug', amount: '1.5', currency: 'JPY' })).toHaveProperty('amount')
    expect(findLinkProblems({ ...empty, title: 'Mug', amount: '0.00000001', currency: 'BTC' })).toEqual({})
    expect(findLinkProblems({ ...empty, title: 'Mug', kind: 'free' })).toEqual({})
    expect(findLinkProblems({ ...empty, title: 'Mug', kind: 'free', minAmount: '5', maxAmount: '4' })).toEqual({
      maxAmount: 'The maximum is below the minimum',
    })
    expect(findLinkProblems({ ...empty, title: 'Mug', amount: '5', maxPayments: '1.5' })).toHaveProperty('maxPayments')
  })

  it('sends what was meant', () => {
    const form = { ...empty, title: ' Mug ', amount: '1,250.00', minAmount: '3', maxPayments: '10' }
    expect(toNewLink(form)).toMatchObject({ title: 'Mug', amount: '1250.00', minAmount: null, maxPayments: 10 })
    expect(toNewLink({ ...form, kind: 'free' })).toMatchObject({ amount: null, minAmount: '3', maxAmount: null })
    const several = { ...form, maxQuantity: '10', tips: '2, 5 7.50', askNote: 'optional' } as const
    expect(findLinkProblems(several)).toEqual({})
    expect(toNewLink(several)).toMatchObject({ maxQuantity: 10, tips: ['2', '5', '7.50'], askNote: 'optional' })
    expect(toNewLink({ ...several, kind: 'free' }).maxQuantity).toBe(1)
    for (const tips of ['1 2 3 4', 'x', '1.234', '0']) {
      expect(findLinkProblems({ ...form, tips }), tips).toEqual({ tips: 'Enter up to 3 amounts, such as 2, 5' })
    }
    for (const maxQuantity of ['0', '', '1.5', '1001']) {
      expect(findLinkProblems({ ...form, maxQuantity }), maxQuantity).toHaveProperty('maxQuantity')
    }
    const expiresAt = toNewLink({ ...form, lastDay: '2030-01-31' }).expiresAt
    expect(new Date(String(expiresAt)).getDate()).toBe(31)
  })
})

describe('a payment link in words', () => {
  it('tells what a customer pays', () => {
    const link = { amount: null, minAmount: null, maxAmount: null, currency: 'EUR' }
    expect(amountOf({ ...link, amount: '1250.00' })).toBe('€1,250.00')
    expect(amountOf({ ...link, minAmount: '5.00', maxAmount: '10.00' })).toBe('Any amount from €5.00 to €10.00')
    expect(amountOf(link)).toBe('Any amount in EUR')
    expect(amountOf({ ...link, currency: 'BTC', amount: '0.01000000' })).toBe('0.01000000 BTC')
    expect(usesOf({ payments: 1, maxPayments: null })).toBe('1 payment')
    expect(usesOf({ payments: 1, maxPayments: 3 })).toBe('1 of 3 payments')
    expect(usesOf({ payments: 1, maxPayments: 30, maxQuantity: 5, left: 26 })).toBe('26 of 30 left')
    expect(amountOf({ ...link, amount: '14.00', maxQuantity: 10 })).toBe('€14.00 each, up to 10')
  })

  it('becomes a button in which nothing can run', () => {
    const code = embedCodeOf({ url: 'https://pay.example.test/p/a"b<c', amount: '5.00', currency: 'USD' })
    expect(code).toContain('href="https://pay.example.test/p/a&quot;b&lt;c"')
    expect(code).toContain('>Pay $5.00 with Bitcoin</a>')
    expect(code).not.toMatch(/<script|on\w+=/)
  })
})
