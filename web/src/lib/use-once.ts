import { useState } from 'react'
import { ApiError } from './api-error.ts'

/** For a form whose order is carried out once, however often it is sent. */
export const useOnce = () => useState(createOnce)[0]

/**
 * Every order has a key of its own, except that one without an answer may have been carried out: sent again unchanged, it
 * keeps its key, so that nothing happens twice. What may change between two tries of one order, a code, is no part of it.
 */
export const createOnce = () => {
  let open: { order: string; key: string } | undefined
  return async <T>(order: unknown, send: (key: string) => Promise<T>): Promise<T> => {
    const written = JSON.stringify(order)
    if (open?.order !== written) open = { order: written, key: crypto.randomUUID() }
    const { key } = open
    const answered = () => {
      if (open?.key === key) open = undefined
    }
    try {
      const answer = await send(key)
      answered()
      return answer
    } catch (error) {
      if (!isUnanswered(error)) answered()
      throw error
    }
  }
}

/** Whether nobody knows what came of a request. A server or a proxy that broke down meanwhile has not answered either. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  (error.status >= 500 && (error.code === undefined || error.code === 'internal-error'))
