import { expect, it } from 'vitest'
import { ofHundredDollars } from './of-hundred-dollars.ts'

it.each([
  [96, '96.00'],
  [100 - 3.333 - 1, '95.67'],
  [0.333, '0.33'],
  [0.335, '0.34'],
  [0, '0.00'],
])('%d percent are $%s', (percent, amount) => expect(ofHundredDollars(percent)).toBe(amount))
