/**
 * Thrown by a route to return a status other than 200. A `body` of undefined is an empty response, like ASP.NET's bare
 * Forbid().
 */
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

export const refused = (code: string, message: string): GreenfieldError => new GreenfieldError(400, { code, message })

export const notFound = (code: string, message: string): GreenfieldError => new GreenfieldError(404, { code, message })

export const conflict = (code: string, message: string): GreenfieldError => new GreenfieldError(409, { code, message })

export const unsupportedInV2 = (): GreenfieldError =>
  new GreenfieldError(410, {
    code: 'unsupported-in-v2',
    message: 'This route is not supported in BTCPay Server v2.0',
  })

export const invalid = (...problems: Problem[]): GreenfieldError => new GreenfieldError(422, problems)

export const invalidField = (path: string, message: string): GreenfieldError => invalid({ path, message })

export const unavailable = (code: string, message: string): GreenfieldError =>
  new GreenfieldError(503, { code, message })

export const unauthenticated = (message = 'Authentication is required for accessing this endpoint'): GreenfieldError =>
  new GreenfieldError(401, { code: 'unauthenticated', message })

export const missingPermission = (permission: string): GreenfieldError =>
  new GreenfieldError(403, {
    code: 'missing-permission',
    message: `Insufficient API Permissions. Please use an API key with permission \`${permission}\`. You can create an API key in your account's settings / Api Keys.`,
    missingPermission: permission,
  })

export const storeLimitReached = (quota: number): GreenfieldError =>
  new GreenfieldError(403, {
    code: 'store-limit-reached',
    message: `You have reached the limit of ${quota} stores. Please contact the administrator.`,
  })

/** BTCPay returns a 403 without a body in two places. */
export const forbiddenWithoutBody = (): GreenfieldError => new GreenfieldError(403, undefined)
