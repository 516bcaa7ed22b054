import { useSyncExternalStore } from 'react'
import { readTimeZone, setTimeZone } from './format-date.ts'

const listeners = new Set<() => void>()

/** Writes all dates in this time zone from now on. Null is the browser's own. */
export const chooseTimeZone = (name: string | null) => {
  setTimeZone(name ?? undefined)
  for (const listener of listeners) listener()
}

/** The zone that dates are written in. What uses it is drawn again when it changes. */
export const useTimeZone = (): string => useSyncExternalStore(subscribe, readTimeZone)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
