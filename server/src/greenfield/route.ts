import type { RouteHandlerMethod } from 'fastify'
import type { ApiKey } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import type { Permission } from './permissions.ts'

export type GreenfieldRequest = {
  apiKey: ApiKey
  /** The key as it was sent. BTCPay returns it. */
  token: string
  storeId: string
  params: Record<string, string>
  query: Record<string, string | string[] | undefined>
  body: unknown
  source: Source
  idempotencyKey: string | undefined
}

/** A call of BTCPay's API that shop plugins make. */
export type GreenfieldRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:storeId` if the call is about a store, which must be the key's own. */
  path: `/api/v1/${string}`
  /** Undefined: any key is accepted. */
  permission: Permission | undefined
  answer: (request: GreenfieldRequest) => Promise<unknown>
}

/** An error in BTCPay's format. */
export class GreenfieldError extends Error {
  readonly status: number
  readonly code: string
  readonly more: Record<string, string>

  constructor(status: number, code: string, message: string, more: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.more = more
  }
}

/** What BTCPay returns with 422: a list of fields and what is wrong with them. */
export class GreenfieldInvalid extends Error {
  readonly fields: { path: string; message: string }[]

  constructor(fields: { path: string; message: string }[]) {
    super(fields[0]?.message ?? 'The request isn’t valid.')
    this.fields = fields
  }
}

export const listOf = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

export const countOf = (value: string | string[] | undefined, otherwise: number) => {
  const text = listOf(value)[0]
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : otherwise
}

export const missingPermission = (permission: string) =>
  new GreenfieldError(
    403,
    'missing-permission',
    `Insufficient API Permissions. Please use an API key with permission "${permission}".`,
    {
      missingPermission: permission,
    },
  )

/** Adds a route at each base. At the root, our own path with that shape comes first. */
export type AddRoute = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, handler: RouteHandlerMethod) => void
