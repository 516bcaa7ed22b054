import { expect, it } from 'vitest'
import { readOptionText, toItemOptions, writeOptionText } from './tills.option-text.ts'

it('reads options as people type them, and writes them the same way', () => {
  const text = 'Size: Small, Large +0.50; Milk: Oat +0.60; Single, Double +1'
  const options = readOptionText(text)
  expect(options).toEqual([
    {
      name: 'Size',
      choices: [
        { name: 'Small', price: null },
        { name: 'Large', price: '0.50' },
      ],
    },
    { name: 'Milk', choices: [{ name: 'Oat', price: '0.60' }] },
    {
      name: '',
      choices: [
        { name: 'Single', price: null },
        { name: 'Double', price: '1' },
      ],
    },
  ])
  const shown = options?.map(({ name, choices }) => ({
    name,
    choices: choices.map((choice) => ({ name: choice.name, price: choice.price ?? '0.00' })),
  }))
  expect(writeOptionText(shown ?? [])).toBe(text)
  expect(readOptionText('')).toEqual([])
})

it('refuses what it can’t read', () => {
  for (const text of ['Size:', 'Size: Small,, Large', 'Large +', 'Large +a', 'Large +1 +2']) {
    expect([text, readOptionText(text)]).toEqual([text, undefined])
  }
})

it('keeps the prices of a choice in other currencies', () => {
  const before = toItemOptions(readOptionText('Size: Small, Large +60') ?? [], 'JPY')
  const both = toItemOptions(readOptionText('Size: Small, Large +0.50') ?? [], 'USD', before)
  expect(toItemOptions([], 'USD', before)).toEqual([])
  const hidden = [{ name: 'Cup', choices: [{ name: 'Paper', prices: [{ currency: 'JPY' as const, amount: '60' }] }] }]
  expect(toItemOptions([], 'USD', hidden)).toEqual(hidden)
  expect(both[0]?.choices[1]?.prices).toEqual([
    { currency: 'JPY', amount: '60' },
    { currency: 'USD', amount: '0.50' },
  ])
})
