import { expect, test } from 'vitest'
import { kindOf, namesOf } from './describe-movement.ts'

const payment = {
  purpose: 'invoice' as const,
  paymentLinkId: null,
  customerName: 'Jonas Lind',
  customerEmail: 'jonas@example.test',
  itemDescription: 'Founder bundle',
  label: null,
}

test('a customer leads, and the description follows', () => {
  expect(namesOf(payment)).toEqual({ who: 'Jonas Lind', what: 'Founder bundle' })
  expect(namesOf({ ...payment, customerName: null })).toEqual({ who: 'jonas@example.test', what: 'Founder bundle' })
})

test('without a customer the description leads, and without both the kind', () => {
  const nobody = { ...payment, customerName: null, customerEmail: null }
  expect(namesOf(nobody)).toEqual({ who: 'Founder bundle', what: null })
  expect(namesOf({ ...nobody, itemDescription: null })).toEqual({ who: 'Invoice', what: null })
})

test('an invoice of a payment link is named after it', () => {
  expect(kindOf({ ...payment, paymentLinkId: 7 })).toBe('Payment link')
  expect(kindOf({ purpose: 'sweep', paymentLinkId: null })).toBe('Fees collected')
})
