import { ApiError } from '../platform/http/api-error.ts'
import { commonPasswords } from './common-passwords.ts'

export const requireUncommonPassword = (password: string) => {
  if (commonPasswords.has(password.toLowerCase())) throw new ApiError('password-too-common')
}
