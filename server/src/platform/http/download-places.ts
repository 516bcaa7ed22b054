import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type ConcurrencyLimit, createConcurrencyLimit } from '../concurrency-limit.ts'
import type { Person } from './person.ts'

/** How many files an account may download from this process at once. */
const mostDownloads = 2

/** Resolves when it is the turn of a download. Its place is free again when the file was read or its reader left. */
export type TakeDownloadPlace = (person: Person, reply: FastifyReply) => Promise<void>

/**
 * An export takes a query for each page, a statement seconds of computing, and both take memory until they are read. An
 * account that starts many waits for itself, so that the others don't.
 */
export const createDownloadPlaces = (): TakeDownloadPlace => {
  const accounts = new Map<string, ConcurrencyLimit>()
  return (person, reply) => {
    const account = accountOf(person)
    const places = accounts.get(account) ?? createConcurrencyLimit(mostDownloads)
    accounts.set(account, places)
    return new Promise((resolve) => {
      const hold = () => {
        resolve()
        return new Promise<void>((leave) => finished(reply.raw, () => leave()))
      }
      void places.run(hold).then(() => {
        if (places.isIdle()) accounts.delete(account)
      })
    })
  }
}

const accountOf = (person: Person) =>
  'merchantId' in person ? `merchant:${person.merchantId}` : `${person.kind}:${person.id}`
