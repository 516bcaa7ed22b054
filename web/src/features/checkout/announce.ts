import { useSyncExternalStore } from 'react'

let said = ''
const listeners = new Set<() => void>()

/** Has screen readers read a sentence aloud. A no-break space makes the same sentence read again. */
export const announce = (sentence: string) => {
  said = sentence === said ? `${sentence}\u00a0` : sentence
  for (const listener of listeners) listener()
}

/** Reports a copy, as useCopy wants it. */
export const announceCopy = ({ sentence }: { sentence: string }) => announce(sentence)

export const useAnnouncement = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => said,
  )
