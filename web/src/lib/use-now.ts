import { useEffect, useState } from 'react'

/** The time, moved on every so often, so that printed ages stay true. */
export const useNow = (everyMs = 10_000): Date => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
