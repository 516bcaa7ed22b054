import { addDays, type Day, isDay } from '../../ui/list-surface/plain-date.ts'
import { type PeriodChoice, periodOf } from '../received/index.ts'

/** Days of the calendar in UTC, as revenue is booked. A year is shown by month. */
export type RevenueChoice = PeriodChoice | '12m'

export const todayInUtc = (now: Date): Day => now.toISOString().slice(0, 10)

/** From the page's address. What isn't a period there is the last 30 days. */
export const readRevenueChoice = (params: URLSearchParams): RevenueChoice => {
  const named = (params.get('period') ?? params.get('range') ?? '').toLowerCase()
  const known = (['7d', '30d', '90d', '12m'] as const).find((choice) => choice === named)
  if (known) return known
  const [from, to] = [params.get('from'), params.get('to')]
  if (isDay(from) && isDay(to) && from <= to && to < addDays(from, mostDays)) return { from, to }
  return '30d'
}

export const writeRevenueChoice = (choice: RevenueChoice): Record<string, string> => {
  if (typeof choice !== 'string') return choice
  return choice === '30d' ? {} : { period: choice }
}

const mostDays = 366

/** What the calls take. */
export const queryOfChoice = (choice: RevenueChoice, today: Day) =>
  choice === '12m' ? { range: '12M' as const } : periodOf(choice, today)
