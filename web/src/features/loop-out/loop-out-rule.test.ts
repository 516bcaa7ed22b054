import { expect, it } from 'vitest'
import { mayLoopOut } from './loop-out-rule.ts'

it('opens at exactly three hundred dollars', () => {
  expect(mayLoopOut('299.99')).toBe(false)
  expect(mayLoopOut('300.00')).toBe(true)
  expect(mayLoopOut('1000.00')).toBe(true)
})
