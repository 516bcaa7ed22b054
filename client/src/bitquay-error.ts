import type { ErrorBody, ErrorCode } from '@bitquay/contract/errors'

type Details = {
  status: number
  message: string
  body?: Partial<ErrorBody> | undefined
  requestId?: string | undefined
  idempotencyKey?: string | undefined
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/** A request that failed. The subclasses say why: catch the ones you can handle. */
export class BitquayError extends Error {
  override readonly name: string = 'BitquayError'
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number
  /** Undefined when the response wasn't the API's, for example from a proxy in between. */
  readonly code: ErrorCode | undefined
  /** Name it when you contact support. */
  readonly requestId: string | undefined
  /** The fields of the request that are wrong. */
  readonly fields: { path: string; message: string }[]
  /** The key that the request carried. Sending the same request with it again never does it twice. */
  readonly idempotencyKey: string | undefined
  /** How long the server wants you to wait, if it said so. */
  readonly retryAfterSeconds: number | undefined

  constructor({ status, message, body, requestId, idempotencyKey, retryAfterSeconds, cause }: Details) {
    super(message, { cause })
    this.status = status
    this.code = body?.code
    this.requestId = body?.requestId ?? requestId
    this.fields = body?.fields ?? []
    this.idempotencyKey = idempotencyKey
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** There was no response. The request may have been processed. */
export class ConnectionError extends BitquayError {
  override readonly name = 'ConnectionError'
}

/** The request isn't valid. `fields` says what is wrong. */
export class InvalidRequestError extends BitquayError {
  override readonly name = 'InvalidRequestError'
}

/** The API key is missing, wrong, revoked, expired, or for the other mode. */
export class AuthenticationError extends BitquayError {
  override readonly name = 'AuthenticationError'
}

/** The API key may not do this. */
export class PermissionError extends BitquayError {
  override readonly name = 'PermissionError'
}

/** It doesn't exist, or no longer does. */
export class NotFoundError extends BitquayError {
  override readonly name = 'NotFoundError'
}

/** It isn't possible in the current state. */
export class ConflictError extends BitquayError {
  override readonly name = 'ConflictError'
}

/** The idempotency key was already used for a different request. */
export class IdempotencyError extends BitquayError {
  override readonly name = 'IdempotencyError'
}

/** Too many requests. Wait `retryAfterSeconds` before you send another one. */
export class RateLimitError extends BitquayError {
  override readonly name = 'RateLimitError'
}

/** The server couldn't process the request, or its response couldn't be read. */
export class ServerError extends BitquayError {
  override readonly name = 'ServerError'
}

export const errorOf = (details: Details): BitquayError => new (classOf(details))(details)

const classOf = ({ status, body }: Details) => {
  if (status === 0) return ConnectionError
  if (body?.code === 'idempotency-key-reused') return IdempotencyError
  if (status < 400 || status >= 500) return ServerError
  return classByStatus[status] ?? InvalidRequestError
}

const classByStatus: Record<number, new (details: Details) => BitquayError> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  429: RateLimitError,
}
