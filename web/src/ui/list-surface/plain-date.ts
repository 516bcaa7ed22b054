/** A day of the calendar without a time zone, such as `2026-11-15`. Days compare as texts. */
export type Day = string

const write = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return (day: Day) => format.format(dateOf(day))
}

const monthAndDay = write({ month: 'short', day: 'numeric' })

/** `Nov 15, 2026` */
export const writeDay = write({ month: 'short', day: 'numeric', year: 'numeric' })

/** `November 2026` */
export const writeMonth = write({ month: 'long', year: 'numeric' })

/** `Sunday, November 15, 2026` */
export const writeLongDay = write({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })

const weekdayAndDay = write({ weekday: 'long', month: 'short', day: 'numeric' })
const weekdayAndDate = write({ weekday: 'long', month: 'short', day: 'numeric', year: 'numeric' })

/** The heading of a day: `Sunday, Nov 15`, with the year unless it is this one. */
export const writeDayHeading = (day: Day, today: Day) =>
  yearOf(day) === yearOf(today) ? weekdayAndDay(day) : weekdayAndDate(day)

/** `Nov 15`, with the year unless it is this one. */
export const writeShortDay = (day: Day, today: Day) =>
  yearOf(day) === yearOf(today) ? monthAndDay(day) : writeDay(day)

/** `Nov 9 – 15`, `Oct 30 – Nov 5`, with years unless both are this year. */
export const writeRange = (from: Day, to: Day, today: Day): string => {
  if (yearOf(from) !== yearOf(today) || yearOf(to) !== yearOf(today))
    return from === to ? writeDay(from) : `${writeDay(from)} – ${writeDay(to)}`
  if (from === to) return monthAndDay(from)
  return monthOf(from) === monthOf(to)
    ? `${monthAndDay(from)} – ${Number(to.slice(8))}`
    : `${monthAndDay(from)} – ${monthAndDay(to)}`
}

/** A date as people type it: `2026-11-15`, `Nov 15, 2026`, `11/15/2026`. */
export const readTypedDay = (text: string): Day | undefined => {
  const typed = text.trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed)
  const slashes = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed)
  const words = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/i.exec(typed)
  if (iso) return checkDay(iso[1], iso[2], iso[3])
  if (slashes) return checkDay(slashes[3], slashes[1], slashes[2])
  const month = words ? monthNames.indexOf((words[1] ?? '').toLowerCase()) + 1 : 0
  return words && month > 0 ? checkDay(words[3], String(month), words[2]) : undefined
}

export const isDay = (text: string | null | undefined): text is Day =>
  text !== null && text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && readTypedDay(text) === text

export const addDays = (day: Day, count: number): Day => {
  const date = dateOf(day)
  date.setUTCDate(date.getUTCDate() + count)
  return dayOfDate(date)
}

/** The same day of another month, or that month's last. */
export const addMonths = (day: Day, count: number): Day => {
  const first = dateOf(startOfMonth(day))
  first.setUTCMonth(first.getUTCMonth() + count)
  const last = endOfMonth(dayOfDate(first))
  const same = `${monthOf(last)}-${day.slice(8)}`
  return same < last ? same : last
}

/** `2026-11` */
export const monthOf = (day: Day) => day.slice(0, 7)
export const yearOf = (day: Day) => day.slice(0, 4)
export const startOfMonth = (day: Day): Day => `${monthOf(day)}-01`

export const endOfMonth = (day: Day): Day => {
  const next = dateOf(startOfMonth(day))
  next.setUTCMonth(next.getUTCMonth() + 1)
  return addDays(dayOfDate(next), -1)
}

/** 0 is Sunday. */
export const weekdayOf = (day: Day) => dateOf(day).getUTCDay()

/** The weeks of a month, from Sunday. Places outside the month are empty. */
export const weeksOf = (month: Day): (Day | undefined)[][] => {
  const first = startOfMonth(month)
  const before: undefined[] = Array.from({ length: weekdayOf(first) }, () => undefined)
  const days = Array.from({ length: Number(endOfMonth(month).slice(8)) }, (_, index) => addDays(first, index))
  const places = [...before, ...days]
  return Array.from({ length: Math.ceil(places.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => places[week * 7 + weekday]),
  )
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const checkDay = (year = '', month = '', day = ''): Day | undefined => {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = dateOf(written)
  return !Number.isNaN(date.getTime()) && dayOfDate(date) === written ? written : undefined
}

const dateOf = (day: Day) => new Date(`${day}T00:00:00Z`)
const dayOfDate = (date: Date): Day => date.toISOString().slice(0, 10)
