import { useEffect, useState } from 'react'

/** The time, moved on every so often, so that printed ages stay true. It may begin at the time that a page was drawn with. */
export const useNow = (everyMs = 10_000, fromMs?: number): Date => {
  const [now, setNow] = useState(() => new Date(fromMs ?? Date.now()))
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
