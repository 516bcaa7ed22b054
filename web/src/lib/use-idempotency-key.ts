import { useRef } from 'react'
import { ApiError } from './api-error.ts'

/**
 * Every order has a key of its own, except that one without an answer may have been carried out: sent again unchanged, it
 * keeps its key, so that nothing happens twice.
 */
export const useIdempotencyKey = () => {
  const open = useRef<{ order: string; key: string } | null>(null)
  return {
    keyFor: (order: string): string => {
      if (open.current?.order !== order) open.current = { order, key: crypto.randomUUID() }
      return open.current.key
    },
    /** After an answer. A server that broke down while it worked has not answered either. */
    answered: (error?: unknown) => {
      if (!isUnanswered(error)) open.current = null
    },
  }
}

/** Whether nobody knows what came of a request. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.code === 'internal-error' || error.status === 504)
