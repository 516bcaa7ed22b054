import { useEffect, useReducer } from 'react'
import { setTimeZone } from './format-date.ts'

/** The server doesn't know the customer's time zone, so a page that it draws has times in UTC at first. */
export const useLocalTime = () => {
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    setTimeZone(undefined)
    drawAgain()
  }, [])
}
