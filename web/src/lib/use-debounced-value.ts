import { useEffect, useState } from 'react'

/** A value once it has not changed for a moment, so that typing does not ask the server at every key. */
export const useDebouncedValue = <T>(value: T, pauseMs = 300): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
