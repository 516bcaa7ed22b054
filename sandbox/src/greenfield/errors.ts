/** What a route throws to answer something else than 200. `body` undefined is an empty answer, as ASP.NET's bare Forbid(). */
export class GreenfieldError extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(`answer ${status}`)
    this.status = status
    this.body = body
  }
}

export type Problem = { path: string; message: string }

export function refused(code: string, message: string): GreenfieldError {
  return new GreenfieldError(400, { code, message })
}

export function notFound(code: string, message: string): GreenfieldError {
  return new GreenfieldError(404, { code, message })
}

export function conflict(code: string, message: string): GreenfieldError {
  return new GreenfieldError(409, { code, message })
}

export function unsupportedInV2(): GreenfieldError {
  return new GreenfieldError(410, {
    code: 'unsupported-in-v2',
    message: 'This route is not supported in BTCPay Server v2.0',
  })
}

export function invalid(...problems: Problem[]): GreenfieldError {
  return new GreenfieldError(422, problems)
}

export function invalidField(path: string, message: string): GreenfieldError {
  return invalid({ path, message })
}

export function unavailable(code: string, message: string): GreenfieldError {
  return new GreenfieldError(503, { code, message })
}

export function unauthenticated(message = 'Authentication is required for accessing this endpoint'): GreenfieldError {
  return new GreenfieldError(401, { code: 'unauthenticated', message })
}

export function missingPermission(permission: string): GreenfieldError {
  return new GreenfieldError(403, {
    code: 'missing-permission',
    message: `Insufficient API Permissions. Please use an API key with permission \`${permission}\`. You can create an API key in your account's settings / Api Keys.`,
    missingPermission: permission,
  })
}

export function storeLimitReached(quota: number): GreenfieldError {
  return new GreenfieldError(403, {
    code: 'store-limit-reached',
    message: `You have reached the limit of ${quota} stores. Please contact the administrator.`,
  })
}

/** Two places of BTCPay answer 403 without a word. */
export function forbiddenWithoutBody(): GreenfieldError {
  return new GreenfieldError(403, undefined)
}
