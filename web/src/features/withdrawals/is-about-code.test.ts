import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { isAboutCode } from './is-about-code.ts'

test.each([
  ['invalid-verification-code', 'Invalid 2FA code', true],
  ['invalid-verification-code', 'Der Code ist falsch.', true],
  ['second-factor-needed', '2FA must be set up before you can withdraw.', true],
  ['invalid-address', 'This address was added with 2FA by somebody else.', false],
] as const)('a refusal with the code %s and the message %s: %s', (code, message, expected) => {
  expect(isAboutCode(new ApiError(400, message, { code, message }))).toBe(expected)
})

test('no answer is not about the code', () => {
  expect(isAboutCode(new TypeError('Failed to fetch: 2FA'))).toBe(false)
})
