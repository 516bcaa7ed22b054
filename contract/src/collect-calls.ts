import type { Call, Method } from './call.ts'

const methods: readonly Method[] = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE']

/** The calls that a module exports, directly or in a group of calls, ordered by path and method. */
export const collectCalls = (exported: object): Call[] =>
  Object.values(exported)
    .flatMap((value: unknown) => (isCall(value) ? [value] : isGroup(value) ? Object.values(value) : []))
    .filter(isCall)
    .sort((a, b) => comparePaths(a.path, b.path) || methods.indexOf(a.method) - methods.indexOf(b.method))

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'audience' in value

/** A plain object, not a schema. */
const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const comparePaths = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
