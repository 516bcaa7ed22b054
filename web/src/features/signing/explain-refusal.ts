import type { SigningFault } from '@bitquay/contract/signing.faults'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { isOutcomeUnknown } from '../../lib/use-idempotency-key.ts'
import * as t from './messages.ts'

const advice: Record<SigningFault, string> = {
  'too-large': t.adviceFile,
  unreadable: t.adviceFile,
  'not-signed': t.adviceNotSigned,
  'partly-signed': t.advicePartlySigned,
  'other-inputs': t.adviceAgain,
  'other-outputs': t.adviceAgain,
  'other-locktime': t.adviceAgain,
  'other-sequence': t.adviceAgain,
  'fee-too-high': t.adviceAgain,
  'wrong-sighash': t.adviceSighash,
  'wrong-key': t.adviceWrongKey,
  'invalid-signature': t.adviceAgain,
}

/** What is wrong with what was handed in, what that means for the money, and what to do next. */
export const explainRefusal = (error: unknown): string => {
  if (isOutcomeUnknown(error)) return t.unknownOutcome
  const sentence = messageOf(error, t.unknownOutcome)
  const fault = error instanceof ApiError ? error.body.signing?.fault : undefined
  return fault ? `${sentence} ${advice[fault]}` : sentence
}
