import type { Checkout } from '@bitquay/contract/checkout'
import { useEffect } from 'react'
import { formatMoment } from '../../lib/format-date.ts'
import { classNames } from '../../ui/class-names.ts'
import { announce } from './announce.ts'
import * as t from './messages.ts'
import { isLightningOnly, isPayable, type Phase, standing } from './phase.ts'

/** A longer time is easier to read as an hour of the day. */
const countedMs = 60 * 60_000
const spokenMs = 5 * 60_000

type ClockProps = { checkout: Checkout; phase: Phase; nowMs: number }

/** How long there is to pay, how long it takes, or when it happened. */
export const Clock = ({ checkout, phase, nowMs }: ClockProps) => {
  if (isPayable(phase)) return <Countdown checkout={checkout} nowMs={nowMs} />
  if (phase === 'unpriced') return null
  if (phase === 'received') {
    return isLightningOnly(checkout) ? null : <Reading label={t.about} value={t.tenMinutes} />
  }
  if (phase === 'expired' || phase === 'expired-part') {
    return checkout.expiresAt && <Reading label={t.expired} value={formatMoment(checkout.expiresAt, new Date(nowMs))} />
  }
  const paidAt = checkout.paidAt ?? standing(checkout).at(-1)?.seenAt
  return paidAt && phase !== 'invalid' ? <Reading label={t.paid} value={formatMoment(paidAt, new Date(nowMs))} /> : null
}

/** Those who listen hear the last five minutes once a minute, not once a second. */
const Countdown = ({ checkout: { expiresAt, dueDate }, nowMs }: { checkout: Checkout; nowMs: number }) => {
  const leftMs = expiresAt === null ? undefined : Math.max(0, Date.parse(expiresAt) - nowMs)
  const minutes = leftMs !== undefined && leftMs <= spokenMs ? Math.ceil(leftMs / 60_000) : undefined
  useEffect(() => {
    if (minutes) announce(t.minutesLeft({ minutes }))
  }, [minutes])
  if (expiresAt === null || leftMs === undefined) return null
  if (leftMs > countedMs) {
    const time = formatMoment(expiresAt, new Date(nowMs))
    return dueDate ? <Reading label={t.priceHeldUntil({ time })} /> : <Reading label={t.payBy} value={time} />
  }
  // An invoice with a due date can be paid later too, at another price.
  return <Reading label={dueDate ? t.priceHeldFor : t.payWithin} value={inMinutes(leftMs)} role="timer" />
}

const Reading = ({ label, value, role }: { label: string; value?: string; role?: 'timer' }) => (
  <span className={classNames('pay-clock small muted nowrap', role && 'with-script')}>
    {label} {value && <b role={role}>{value}</b>}
  </span>
)

const inMinutes = (ms: number) => {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
