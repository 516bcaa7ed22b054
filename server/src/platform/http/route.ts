import type { Accepted, Body, Call, Output, Params, Query } from '@bitquay/contract/call'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiKey, KeyOf, Person, PersonOf } from './person.ts'

/** What a route is asked, after validation. */
export type Asked<C extends Call> = {
  params: Params<C>
  query: Query<C>
  body: Body<C>
  /** Who asks; there is always someone where the call's audience says so. */
  person: PersonOf<C['audience']>
  /** The key of the program that asks, where the call is one of the merchant API. */
  apiKey: KeyOf<C['audience']>
  /** From where: for the act log, sessions and limits. */
  source: Source
  requestId: string
  idempotencyKey: string | undefined
  /** Where a list goes on; sent as `X-Next-Cursor`. */
  nextCursor: (cursor: string | undefined) => void
  /** The raw exchange, for streams and for headers that one call alone has. */
  raw: { request: FastifyRequest; reply: FastifyReply }
}

export type Source = { address: string; device: string }

const acceptedMark = Symbol('accepted')
type AcceptedAnswer<T> = { [acceptedMark]: true; body: T }

/** Answers 202 instead of 200. */
export const accepted = <T>(body: T): AcceptedAnswer<T> => ({ [acceptedMark]: true, body })
export const isAccepted = (value: unknown): value is AcceptedAnswer<unknown> =>
  typeof value === 'object' && value !== null && acceptedMark in value

type Answered<C extends Call> = Output<C> | AcceptedAnswer<Accepted<C>>

export type Route = {
  call: Call
  answer: (asked: Asked<Call>) => Promise<unknown>
  /** Whether what is written carries the Idempotency-Key, so that a repeat finds it. */
  carriesKey: boolean
}

/** Joins a call of the contract with the function that answers it. */
export const route = <C extends Call>(
  call: C,
  answer: (asked: Omit<Asked<C>, 'idempotencyKey'>) => Promise<Answered<C>>,
): Route => ({ ...keyedRoute(call, answer), carriesKey: false })

/** The same for one that writes the Idempotency-Key down with its effect. */
export const keyedRoute = <C extends Call>(call: C, answer: (asked: Asked<C>) => Promise<Answered<C>>): Route => ({
  call,
  answer,
  carriesKey: true,
})

/** What is left of a key's requests in this minute. */
export type Allowance = { limit: number; remaining: number; resetSeconds: number; exceeded: boolean }

/** Tells whose API key this is, and counts the request; throws where it is nobody's or may not be used from there. */
export type AuthenticateKey = (
  token: string,
  source: Source,
) => Promise<{ apiKey: ApiKey; allowance: Allowance | undefined }>

/** Tells who bears a token, or nobody. */
export type Authenticate = (token: string, source: Source) => Promise<Person | undefined>
