import type { Checkout } from '@bitquay/contract/invoices'
import { useEffect } from 'react'
import { formatTime } from '../../lib/format-date.ts'
import { classNames } from '../../ui/class-names.ts'
import { announce } from './announce.ts'
import * as t from './messages.ts'

const shownFromMs = 5 * 60_000

type CountdownProps = { checkout: Checkout; nowMs: number }

/** When the price ends; in the last five minutes, in how long. Those who listen hear it once a minute, not once a second. */
export const Countdown = ({ checkout: { expiresAt }, nowMs }: CountdownProps) => {
  const leftMs = expiresAt === null ? undefined : Math.max(0, Date.parse(expiresAt) - nowMs)
  const running = leftMs !== undefined && leftMs <= shownFromMs
  const minutes = running ? Math.ceil(leftMs / 60_000) : undefined
  useEffect(() => {
    if (minutes) announce(t.minutesLeft({ minutes }))
  }, [minutes])
  if (expiresAt === null || leftMs === undefined) return null
  return (
    <div className="t">
      {running ? t.expiresIn : t.payBy}
      <b role={running ? 'timer' : undefined}>{running ? inMinutes(leftMs) : formatTime(expiresAt)}</b>
    </div>
  )
}

/** The same as a line that runs out. */
export const Tide = ({ checkout: { createdAt, expiresAt }, nowMs }: CountdownProps) => {
  if (expiresAt === null) return null
  const until = Date.parse(expiresAt)
  const wholeMs = Math.max(1, until - Date.parse(createdAt))
  const left = Math.min(1, Math.max(0, (until - nowMs) / wholeMs))
  return (
    <div className={classNames('tide', until - nowMs <= shownFromMs && 'low')} aria-hidden="true">
      <i style={{ transform: `scaleX(${left})` }} />
    </div>
  )
}

const inMinutes = (ms: number) => {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
