import { useState } from 'react'
import { ApiError } from './api-error.ts'

/** For a form whose order is carried out once, however often it is sent. */
export const useIdempotencyKey = <O = unknown>(wishOf?: (order: O) => unknown) => useState(() => createOnce(wishOf))[0]

/**
 * Every order has a key of its own, except that one without an answer may have been carried out: sent again unchanged, it
 * keeps its key, so that nothing happens twice. What may change between two tries of one order, a code, is no part of it.
 * `wishOf` names what a person chose; what the page added, fees that it has read meanwhile, goes out as it did at first.
 */
export const createOnce = <O = unknown>(wishOf: (order: O) => unknown = (order) => order) => {
  let open: { wish: string; order: O; key: string } | undefined
  return async <T>(order: O, send: (key: string, order: O) => Promise<T>): Promise<T> => {
    const wish = JSON.stringify(wishOf(order))
    if (open?.wish !== wish) open = { wish, order, key: crypto.randomUUID() }
    const { key, order: first } = open
    const answered = () => {
      if (open?.key === key) open = undefined
    }
    try {
      const answer = await send(key, first)
      answered()
      return answer
    } catch (error) {
      if (!isOutcomeUnknown(error)) answered()
      throw error
    }
  }
}

/** With these statuses a server says that it failed at an unknown moment, perhaps after the action was done. */
const breakdowns: (string | undefined)[] = [undefined, 'internal-error', 'unavailable']

/** Whether nobody knows what came of a request. A server or a proxy that broke down meanwhile has not answered either. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || (error.status >= 500 && breakdowns.includes(error.code))
