import { writeRange } from '../../ui/list-surface/plain-date.ts'
import { ChoosePeriod, periodOf } from '../received/index.ts'
import * as t from './messages.ts'
import { todayInUtc } from './revenue-period.ts'
import type { Revenue, useRevenueChoice } from './use-revenue.ts'

type Props = ReturnType<typeof useRevenueChoice> & {
  /** Where the page can show a year. */
  hasYear?: boolean
}

export const ChooseRevenuePeriod = ({ choice, today, choose, hasYear = false }: Props) => (
  <ChoosePeriod
    choice={choice === '12m' ? undefined : choice}
    period={periodOf(choice === '12m' ? '90d' : choice, today)}
    today={today}
    onChoose={choose}
    {...(hasYear && { longer: { name: t.twelveMonths, onChoose: () => choose('12m') } })}
  />
)

/** `Oct 17 – Nov 15`, as the server counted. */
export const nameSpan = ({ from, lastDay }: Pick<Revenue, 'from' | 'lastDay'>, today: string) =>
  writeRange(todayInUtc(new Date(from)), lastDay, today)

/** `compared with Sep 17 – Oct 16` */
export const namePrevious = ({ previous }: Pick<Revenue, 'previous'>, today: string) =>
  t.comparedWith({ previous: writeRange(previous.firstDay, previous.lastDay, today) })
