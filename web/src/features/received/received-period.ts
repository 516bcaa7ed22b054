import { addDays, type Day, isDay } from '../../ui/list-surface/plain-date.ts'

export type Period = { from: Day; to: Day }
export type PeriodChoice = '7d' | '30d' | '90d' | Period

export const mostDays = 366

const lengths = { '7d': 7, '30d': 30, '90d': 90 }

/** The days of a choice. All but a custom one end today. */
export const periodOf = (choice: PeriodChoice, today: Day): Period =>
  typeof choice === 'string' ? { from: addDays(today, 1 - lengths[choice]), to: today } : choice

/** The same number of days right before. */
export const previousOf = (period: Period): Period => ({
  from: addDays(period.from, -lengthOf(period)),
  to: addDays(period.from, -1),
})

export const lengthOf = ({ from, to }: Period): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

export const daysIn = (period: Period): Day[] =>
  Array.from({ length: lengthOf(period) }, (_, index) => addDays(period.from, index))

/** From the page's address. What isn't a period there is the last seven days. */
export const readPeriod = (params: URLSearchParams): PeriodChoice => {
  const choice = params.get('period')
  if (choice === '30d' || choice === '90d') return choice
  const [from, to] = [params.get('from'), params.get('to')]
  if (isDay(from) && isDay(to) && from <= to && lengthOf({ from, to }) <= mostDays) return { from, to }
  return '7d'
}

export const writePeriod = (choice: PeriodChoice): Record<string, string> => {
  if (typeof choice !== 'string') return choice
  return choice === '7d' ? {} : { period: choice }
}

/** What "Analytics" tells the page that it opens: figures first, of this period. */
export const readFigures = (state: unknown): PeriodChoice | undefined => {
  if (typeof state !== 'object' || state === null || !('figures' in state)) return undefined
  return readPeriod(new URLSearchParams(writePeriod(state.figures as PeriodChoice)))
}
