import { pageLocale } from './language.ts'
import * as t from './messages.ts'

let timeZone: string | undefined
let isZoneNamed = false

/** All dates are written in this time zone. Undefined is the browser's own. A time can name its zone: `10:42 AM UTC`. */
export const setTimeZone = (name: string | undefined, { isNamed = false } = {}) => {
  timeZone = name
  isZoneNamed = isNamed
}

/** The name of the time zone that dates are written in, such as `Europe/Berlin`. */
export const readTimeZone = (): string => {
  const name = timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  // The server takes no abbreviations such as EST, because they mean several zones.
  return name.includes('/') ? name : 'UTC'
}

type Moment = Date | string

const formatter = (options: Intl.DateTimeFormatOptions, locale?: string) => {
  const built = new Map<string, Intl.DateTimeFormat>()
  return (at: Moment): string => {
    const named = isZoneNamed && options.hour ? ({ timeZoneName: 'short' } as const) : {}
    const written = locale ?? pageLocale()
    const key = `${written} ${timeZone} ${named.timeZoneName}`
    const format = built.get(key) ?? new Intl.DateTimeFormat(written, { ...options, ...named, timeZone })
    built.set(key, format)
    return plain(format.format(new Date(at)))
  }
}

const momentMs = 5_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** `Nov 14, 2025, 10:42 AM` */
export const formatDateTime = formatter({
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** `Nov 14, 2025` */
export const formatDate = formatter({ month: 'short', day: 'numeric', year: 'numeric' })

/** `10:42 AM` */
export const formatTime = formatter({ hour: 'numeric', minute: '2-digit' })

/** The calendar day, such as `2025-11-14`. Swedish writes dates this way. */
export const dayOf = formatter({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE')

/** `Today, 9:15 AM`, `Yesterday, 6:03 PM`, else the date. */
export const formatActivity = (at: Moment, now = new Date()): string => {
  const daysAgo = (Date.parse(dayOf(now)) - Date.parse(dayOf(at))) / dayMs
  if (daysAgo === 0) return t.today({ time: formatTime(at) })
  if (daysAgo === 1) return t.yesterday({ time: formatTime(at) })
  return formatDateTime(at)
}

/** `8:31 PM` of today, else with the date. */
export const formatSince = (at: Moment, now = new Date()): string =>
  dayOf(now) === dayOf(at) ? formatTime(at) : formatDateTime(at)

/** `8:31 PM` of today, else the date alone. */
export const formatMoment = (at: Moment, now: Moment): string =>
  dayOf(now) === dayOf(at) ? formatTime(at) : formatDate(at)

/** In lists of admins: 'Just now', hours, days under 7, else the date. */
export const formatRelative = (at: Moment, now = new Date()): string => {
  const agoMs = now.getTime() - new Date(at).getTime()
  if (agoMs < hourMs) return t.justNow
  if (agoMs < dayMs) return ago(Math.floor(agoMs / hourMs), 'hour')
  if (agoMs < 7 * dayMs) return ago(Math.floor(agoMs / dayMs), 'day')
  return formatDate(at)
}

/** How old a figure is: `38 seconds`, `4 minutes`, `2 hours`, `3 days`. */
export const formatAge = (at: Moment, now = new Date()): string => {
  const ageMs = Math.max(0, now.getTime() - new Date(at).getTime())
  if (ageMs < minuteMs) return count(Math.floor(ageMs / 1000), 'second')
  if (ageMs < hourMs) return count(Math.floor(ageMs / minuteMs), 'minute')
  if (ageMs < dayMs) return count(Math.floor(ageMs / hourMs), 'hour')
  return count(Math.floor(ageMs / dayMs), 'day')
}

/** When that was, within a sentence: `just now`, `38 seconds ago`, `4 minutes ago`. */
export const formatAgo = (at: Moment, now = new Date()): string =>
  now.getTime() - new Date(at).getTime() < momentMs ? t.momentAgo : t.ago({ age: formatAge(at, now) })

/** A number above 1e12 can only be milliseconds; below, seconds. */
export const dateOfTimestamp = (timestamp: number): Date => new Date(timestamp > 1e12 ? timestamp : timestamp * 1000)

const count = (n: number, unit: string) => n.toLocaleString('en-US', { style: 'unit', unit, unitDisplay: 'long' })
const ago = (n: number, unit: 'hour' | 'day') => new Intl.RelativeTimeFormat('en-US').format(-n, unit)

/** Browsers put a narrow no-break space before AM; a search for what is shown must find it. */
const plain = (text: string) => text.replace(/\u202f/g, ' ')
