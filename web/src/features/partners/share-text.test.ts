import { expect, it } from 'vitest'
import { shareText } from './share-text.ts'

it.each([
  ['0.33330000', '+$0.3333'],
  ['0.00004999', '+$0.0000'],
  ['0.00005000', '+$0.0001'],
  ['0.99999999', '+$1.0000'],
  ['1.00000000', '+$1.00'],
  ['1234.56500000', '+$1,234.57'],
  ['-0.33330000', '−$0.3333'],
])('%s is %s', (amount, text) => expect(shareText(amount)).toBe(text))
