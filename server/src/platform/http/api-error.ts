import { type ErrorCode, errors, type ProofChallenge } from '@bitquay/contract/errors'
import type { SigningRefusal } from '@bitquay/contract/signing.faults'

/** A refusal, thrown anywhere below a route and turned into an answer in one place. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined
  readonly fields: { path: string; message: string }[] | undefined
  readonly challenge: ProofChallenge | undefined
  readonly signing: SigningRefusal | undefined

  constructor(
    code: ErrorCode,
    options: {
      /** Only where the public message depends on the case. */
      message?: string | undefined
      retryAfterSeconds?: number | undefined
      fields?: { path: string; message: string }[] | undefined
      challenge?: ProofChallenge | undefined
      signing?: SigningRefusal | undefined
      cause?: unknown
    } = {},
  ) {
    super(options.message ?? errors[code].message, { cause: options.cause })
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
    this.fields = options.fields
    this.challenge = options.challenge
    this.signing = options.signing
  }

  get status() {
    return errors[this.code].status
  }
}
