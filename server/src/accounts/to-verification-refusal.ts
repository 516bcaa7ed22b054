import { ApiError } from '../platform/http/api-error.ts'

/**
 * To someone who is signed in, a wrong code is a wrong field of a form (400). The same refusal at sign-in is a 401, which a
 * browser takes for the end of its session.
 */
export const toVerificationRefusal = (refusal: ApiError): ApiError => {
  if (refusal.code === 'invalid-second-factor') return new ApiError('invalid-verification-code')
  if (refusal.code === 'code-already-used') {
    return new ApiError('invalid-verification-code', { message: refusal.message })
  }
  return refusal
}
