import type { Period } from '@bitquay/contract/lists'

/** How statements and tables for people write dates and money, in the time zone of the reader. */

/** Making a format takes long, and all rows of a list have one time zone. */
const keepFormat = (locale: string, style: Intl.DateTimeFormatOptions) => {
  let kept: { tz: string; format: Intl.DateTimeFormat } | undefined
  return (at: Date, tz = 'UTC') => {
    if (kept?.tz !== tz) kept = { tz, format: new Intl.DateTimeFormat(locale, { ...style, timeZone: tz }) }
    return kept.format.format(at)
  }
}

/** `Nov 15, 2026` */
export const formatDay = keepFormat('en-US', { dateStyle: 'medium' })

/** `8:23 PM` */
export const formatTime = keepFormat('en-US', { timeStyle: 'short' })

/** `2026-11-15 20:23:05`, which spreadsheets read as a date. */
export const formatSortable = keepFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })

/** `$1,234.56`, `-$1.00`. Nothing where the amount is unknown. */
export const formatUsd = (usd: string | null) =>
  usd === null ? '' : usd.replace(/^(-?)(\d+)/, (_all, sign: string, whole: string) => `${sign}$${group(whole)}`)

const group = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',')

export const formatCount = (count: number) => group(String(count))

/** `Nov 1, 2026 to Nov 15, 2026, Europe/Berlin` */
export const describePeriod = ({ from, to, tz = 'UTC' }: Period) => {
  const start = from && describeMoment(from, tz)
  const end = to && describeMoment(to, tz)
  const range = start && end ? `${start} to ${end}` : start ? `From ${start}` : end ? `Until ${end}` : 'All time'
  return `${range}, ${tz}`
}

/** A date is a day of the calendar, whatever the time zone. */
const describeMoment = (moment: string, tz: string) => {
  if (!moment.includes('T')) return formatDay(new Date(`${moment}T00:00:00Z`))
  const at = new Date(moment)
  return `${formatDay(at, tz)}, ${formatTime(at, tz)}`
}
