import type { ErrorCode } from '@bitquay/contract/errors'
import { ApiError } from '../../lib/api-error.ts'

const codesAboutCode: readonly (ErrorCode | undefined)[] = ['invalid-verification-code', 'second-factor-needed']

/** Whether a withdrawal was refused because of its 2FA code, or because 2FA isn't set up. */
export const isAboutCode = (error: unknown): boolean => error instanceof ApiError && codesAboutCode.includes(error.code)
