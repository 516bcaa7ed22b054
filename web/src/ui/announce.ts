import { useSyncExternalStore } from 'react'

let said = ''
const listeners = new Set<() => void>()

/** Says a sentence to those who listen to the page; the same sentence twice is said twice. */
export const announce = (sentence: string) => {
  said = sentence === said ? `${sentence}\u00a0` : sentence
  for (const listener of listeners) listener()
}

export const useAnnouncement = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => said,
  )
