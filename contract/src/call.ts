import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Who may make a call.
 * - public: anyone
 * - person: anyone who is signed in
 * - merchant: everyone of a merchant
 * - merchant-manager: its owner and its users with the role admin
 * - merchant-owner: its owner only
 * - partner, admin
 * - engine: a BTCPay Server, authenticated by the signature over the raw body
 * - api: a merchant's program, authenticated by an API key with the call's scope
 * - till: a point-of-sale device, authenticated by the cookie that its link gave it
 * - sandbox: only in sandbox mode. On an address that isn't loopback, only an admin, or an API key if the call has a scope
 */
export const audiences = [
  'public',
  'person',
  'merchant',
  'merchant-manager',
  'merchant-owner',
  'partner',
  'admin',
  'engine',
  'api',
  'till',
  'sandbox',
] as const
export type Audience = (typeof audiences)[number]

/** What an API key may do. Each scope grants only itself: `invoices` doesn't include `read`. */
export const apiScopes = ['read', 'invoices', 'refunds', 'withdrawals'] as const
export type ApiScope = (typeof apiScopes)[number]
/** Scopes that a suspended key can't use. */
export const moneyScopes: readonly ApiScope[] = ['refunds', 'withdrawals']

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Shape = z.ZodType

/**
 * A call of the API as a value. The server validates with it, the browser is typed by it, and OpenAPI is generated from
 * it.
 */
export type Call = {
  readonly method: Method
  /** With `:name` for parameters. */
  readonly path: `/api/${string}`
  readonly audience: Audience
  /** The scope that an API key needs. Every call for the audience api has one, or `anyScope`. */
  readonly scope?: ApiScope
  /** A second scope that the key needs as well. */
  readonly alsoNeeds?: ApiScope
  /** Any key may call it, whatever its scopes are. */
  readonly anyScope?: true
  /** The name of the operation in generated clients. Every call for the audience api has one. */
  readonly operationId?: string
  readonly summary: string
  /** What a developer should know beyond the summary. */
  readonly description?: string
  readonly params?: Shape
  readonly query?: Shape
  readonly body?: Shape
  /** For the few bodies that may be larger than the server's limit. */
  readonly mostBodyBytes?: number
  /** The response with status 200. */
  readonly output: Shape
  /** The response with status 202, if the call has one. */
  readonly accepted?: Shape
  /** The content type of the response when it isn't JSON. Then `output` describes nothing and is `z.unknown()`. */
  readonly media?: 'text/event-stream' | 'text/csv' | 'application/pdf'
  /** The response holds a secret that is shown once: it isn't stored for a repeat with the same Idempotency-Key. */
  readonly secret?: true
  /**
   * A stolen session alone must not do this: the password must have been entered in the session within the last 10
   * minutes. A list of names says which body fields require it.
   */
  readonly recentPassword?: true | readonly string[]
  /** Body fields that are options. A wrong one, or one that doesn't exist, is refused by name with `invalid-option`. */
  readonly optionFields?: readonly string[]
  /** A person who still has to set up their second factor may call it. */
  readonly whileEnrolling?: true
  /** This call's own errors. Those that any call can return aren't listed. */
  readonly errors?: readonly ErrorCode[]
}

type InputOf<T> = T extends Shape ? z.output<T> : undefined
type SentOf<T> = T extends Shape ? z.input<T> : undefined

/** What a handler receives. */
export type Params<C extends Call> = InputOf<C['params']>
export type Query<C extends Call> = InputOf<C['query']>
export type Body<C extends Call> = InputOf<C['body']>
/** What a handler returns, before it is checked and sent. */
export type Output<C extends Call> = z.input<C['output']>
export type Accepted<C extends Call> = C['accepted'] extends Shape ? z.input<C['accepted']> : never

/** What a browser sends and reads. */
export type SentParams<C extends Call> = SentOf<C['params']>
export type SentQuery<C extends Call> = SentOf<C['query']>
export type SentBody<C extends Call> = SentOf<C['body']>
export type Answer<C extends Call> = z.output<C['output']>
export type AcceptedAnswer<C extends Call> = C['accepted'] extends Shape ? z.output<C['accepted']> : never

export const call = <const C extends Call>(definition: C): C => definition
