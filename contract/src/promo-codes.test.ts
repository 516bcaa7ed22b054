import { expect, test } from 'vitest'
import { promoCodeForm } from './promo-codes.ts'

test.each([{}, { description: '' }, { description: '  ' }])('%j lacks a description', (form) => {
  expect(promoCodeForm.safeParse(form).error?.issues[0]?.message).toBe('Description is required')
})
