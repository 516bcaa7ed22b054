import { useSyncExternalStore } from 'react'

const query = '(prefers-reduced-motion: reduce)'

const follow = (onChange: () => void) => {
  const list = matchMedia(query)
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}

/** Whether this person wants nothing to move by itself. */
export const useReducedMotion = (): boolean => useSyncExternalStore(follow, () => matchMedia(query).matches)
