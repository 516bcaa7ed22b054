import type { Accepted, Body, Call, Output, Params, Query } from '@bitquay/contract/call'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JoinedAnswer } from './answer-once.ts'
import type { ApiKey, DeviceOf, KeyOf, Person, PersonOf, TillDevice } from './person.ts'

/** The request that a route gets, after validation. */
export type Asked<C extends Call> = {
  params: Params<C>
  query: Query<C>
  body: Body<C>
  /** The caller. Always set where the call's audience requires someone. */
  person: PersonOf<C['audience']>
  /** The API key of the caller, for calls of the merchant API. */
  apiKey: KeyOf<C['audience']>
  /** The device of the caller, for calls of the point of sale. */
  device: DeviceOf<C['audience']>
  /** Where the request came from: for the audit log, sessions and limits. */
  source: Source
  requestId: string
  idempotencyKey: string | undefined
  /** For a route that saves its answer in the statement that saves its effect. Undefined if no answer is saved. */
  joinAnswer: ((answered: Output<C>) => JoinedAnswer) | undefined
  /** Where a list continues, sent as `X-Next-Cursor`. */
  nextCursor: (cursor: string | undefined) => void
  /** The raw request and reply, for streams and for headers of a single call. */
  raw: { request: FastifyRequest; reply: FastifyReply }
}

export type Source = {
  address: string
  device: string
  /** The session, or the device that signed in before. What somebody else does wrong elsewhere is not counted against it. */
  client?: string
}

const acceptedMark = Symbol('accepted')
type AcceptedAnswer<T> = { [acceptedMark]: true; body: T }

/** Returns 202 instead of 200. */
export const accepted = <T>(body: T): AcceptedAnswer<T> => ({ [acceptedMark]: true, body })
export const isAccepted = (value: unknown): value is AcceptedAnswer<unknown> =>
  typeof value === 'object' && value !== null && acceptedMark in value

type Answered<C extends Call> = Output<C> | AcceptedAnswer<Accepted<C>>

export type Route = {
  call: Call
  answer: (asked: Asked<Call>) => Promise<unknown>
  /** Whether the effect stores the Idempotency-Key, so that a repeat finds it. */
  carriesKey: boolean
}

/** Joins a call of the contract with the function that answers it. */
export const route = <C extends Call>(
  call: C,
  answer: (asked: Omit<Asked<C>, 'idempotencyKey' | 'joinAnswer'>) => Promise<Answered<C>>,
): Route => ({ ...keyedRoute(call, answer), carriesKey: false })

/** The same for a route that stores the Idempotency-Key with its effect. */
export const keyedRoute = <C extends Call>(call: C, answer: (asked: Asked<C>) => Promise<Answered<C>>): Route => ({
  call,
  answer,
  carriesKey: true,
})

/** The remaining requests of a key in this minute. */
export type Allowance = { limit: number; remaining: number; resetSeconds: number; exceeded: boolean }

/** Finds the API key and counts the request. Throws if the key is unknown or may not be used from there. */
export type AuthenticateKey = (
  token: string,
  source: Source,
  request?: { changes: boolean },
) => Promise<{ apiKey: ApiKey; allowance: Allowance | undefined }>

/** A request that a key was admitted with, after its response was sent. */
export type KeyRequest = {
  apiKey: ApiKey
  method: string
  path: string
  status: number
  durationMs: number
  requestId: string
}

/** Finds the device of a till by the cookies of the request. Throws if it isn't bound to this till any more. */
export type AuthenticateDevice = (slug: string, cookies: string | undefined, source: Source) => Promise<TillDevice>

/** Finds the person behind a token, or undefined. */
export type Authenticate = (token: string, source: Source) => Promise<Person | undefined>
