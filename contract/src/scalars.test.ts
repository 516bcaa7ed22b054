import { expect, test } from 'vitest'
import { emptyAsAbsent, totpCode } from './scalars.ts'

test('an empty field counts as missing and any other is checked by its own rule', () => {
  const code = emptyAsAbsent(totpCode)
  expect(code.parse('')).toBeUndefined()
  expect(code.parse(undefined)).toBeUndefined()
  expect(code.parse('123456')).toBe('123456')
  for (const wrong of [123456, null, {}, [], '12345', '12345a'])
    expect(code.safeParse(wrong).error?.issues[0]?.message, JSON.stringify(wrong)).toBe('Token must be 6 digits')
})
