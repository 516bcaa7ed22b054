import { useSyncExternalStore } from 'react'
import * as t from './messages.ts'

let said = ''
const listeners = new Set<() => void>()

/** Has screen readers read a sentence aloud. A no-break space makes the same sentence read again. */
export const announce = (sentence: string) => {
  said = sentence === said ? `${sentence}\u00a0` : sentence
  for (const listener of listeners) listener()
}

/** Reports a copy, as useCopy wants it. */
export const announceCopy = (label: string) => (result: 'copied' | 'failed') =>
  announce(result === 'copied' ? t.copiedSentence({ label }) : t.copyFailed({ label }))

export const useAnnouncement = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => said,
  )
