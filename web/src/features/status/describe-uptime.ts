import { stateBadges } from './component-names.ts'
import * as t from './messages.ts'
import type { StatusHistory } from './use-status-history.ts'

type Day = StatusHistory['components'][number]['days'][number]

/** The share of good checks, and since when there are any if that is not the whole time shown. */
export const describeUptime = (uptimePercent: number | null, days: readonly Day[]): string => {
  if (uptimePercent === null) return t.noData
  const percent = formatPercent(uptimePercent)
  const first = days.findIndex((day) => day.uptimePercent !== null)
  const since = days[first]
  return first > 0 && since ? t.uptimeSince({ percent, day: nameDay(since.date) }) : t.uptime({ percent })
}

export const describeDay = ({ date, state, uptimePercent }: Day): string => {
  const day = nameDay(date)
  const { word } = stateBadges[state]
  return uptimePercent === null
    ? t.dayState({ day, state: word })
    : t.dayUptime({ day, state: word, percent: formatPercent(uptimePercent) })
}

/** The server counts in UTC days. */
const nameDay = (date: string) => dayName.format(new Date(date))

const dayName = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

const formatPercent = (percent: number) => (percent === 100 ? '100' : percent.toFixed(2))
