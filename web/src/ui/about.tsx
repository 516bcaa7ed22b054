import type { ReactNode } from 'react'
import * as t from './messages.ts'

/**
 * Says that an amount is an estimate: at today’s price, or before its fee is known. Recorded amounts are exact and don’t
 * say it.
 */
export const About = ({ children }: { children: ReactNode }) => {
  const [before, after] = t.about({ amount: '\0' }).split('\0')
  return (
    <span className="nowrap">
      <span className="small muted">{before}</span>
      {children}
      {after}
    </span>
  )
}
