import type { ApiKey } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import type { Permission } from './permissions.ts'

export type GreenfieldAsked = {
  apiKey: ApiKey
  /** The key as it was sent; BTCPay tells it back. */
  token: string
  storeId: string
  params: Record<string, string>
  query: Record<string, string | string[] | undefined>
  body: unknown
  source: Source
  idempotencyKey: string | undefined
}

/** A call of BTCPay's API that shops' plugins make, below our base address. */
export type GreenfieldRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:storeId` where the call is about a store; the store must be the key's own. */
  path: `/api/v1/${string}`
  /** Undefined: any key will do. */
  permission: Permission | undefined
  answer: (asked: GreenfieldAsked) => Promise<unknown>
}

/** A refusal in BTCPay's own words. */
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

/** What BTCPay answers with 422: a list of fields and what is wrong with them. */
export class GreenfieldInvalid extends Error {
  readonly fields: { path: string; message: string }[]

  constructor(fields: { path: string; message: string }[]) {
    super(fields[0]?.message ?? 'The request is not valid.')
    this.fields = fields
  }
}

export const listOf = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]
