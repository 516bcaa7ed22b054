import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { classNames } from '../class-names.ts'
import * as t from './messages.ts'
import { addDays, addMonths, type Day, monthOf, weekdayOf, weeksOf, writeLongDay, writeMonth } from './plain-date.ts'

type CalendarProps = {
  /** Nothing is chosen without it, and one day without `to`. */
  from: Day | undefined
  to: Day | undefined
  /** The last day that can be chosen. */
  today: Day
  /** How many months are side by side. */
  months: 1 | 2
  onPick: (day: Day) => void
}

/** Months to choose days from. One day is a tab stop, and arrow keys move from it. */
export const Calendar = ({ from, to, today, months, onPick }: CalendarProps) => {
  const [cursor, setCursor] = useState(to ?? from ?? today)
  const [last, setLast] = useState(cursor)
  const grid = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState(0)
  useEffect(() => {
    if (moved > 0) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [moved])
  const shown = Array.from({ length: months }, (_, index) => addMonths(last, index + 1 - months))
  const isShown = (day: Day) => shown.some((month) => monthOf(month) === monthOf(day))

  const moveTo = (day: Day) => {
    const next = day > today ? today : day
    setCursor(next)
    if (!isShown(next)) setLast(next < (shown[0] ?? next) ? addMonths(next, months - 1) : next)
    setMoved(moved + 1)
  }
  const turn = (count: number) => {
    const next = addMonths(last, count)
    setLast(next)
    setCursor(addMonths(cursor, count) > today ? today : addMonths(cursor, count))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const target = targetOf(event.key, cursor)
    if (!target) return
    event.preventDefault()
    moveTo(target)
  }
  return (
    <div className="months flex gap-6" ref={grid} onKeyDown={onKeyDown} role="presentation">
      {shown.map((month, index) => (
        <div key={monthOf(month)}>
          <div className="month centered strong">
            {index === 0 && (
              <IconButton label={t.previousMonth} onClick={() => turn(-1)}>
                <ChevronLeft className="ico" aria-hidden="true" />
              </IconButton>
            )}
            <span aria-live="polite">{writeMonth(month)}</span>
            {index === months - 1 && (
              <IconButton label={t.nextMonth} disabled={monthOf(month) >= monthOf(today)} onClick={() => turn(1)}>
                <ChevronRight className="ico" aria-hidden="true" />
              </IconButton>
            )}
          </div>
          <table aria-label={writeMonth(month)}>
            <thead>
              <tr>
                {weekdays.map((weekday) => (
                  <th className="tiny quiet medium" key={weekday} scope="col" abbr={weekday}>
                    {weekday.slice(0, 1)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeksOf(month).map((week, row) => (
                <tr key={row}>
                  {week.map((day, column) =>
                    day === undefined ? (
                      <td key={column}>{'\u00a0'}</td>
                    ) : (
                      <DayCell
                        key={column}
                        day={day}
                        chosen={day === from || day === to}
                        between={from !== undefined && to !== undefined && from < day && day < to}
                        today={today}
                        current={day === cursor}
                        onPick={() => {
                          setCursor(day)
                          onPick(day)
                        }}
                      />
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </div>
  )
}

type DayCellProps = {
  day: Day
  chosen: boolean
  between: boolean
  today: Day
  current: boolean
  onPick: () => void
}

const DayCell = ({ day, chosen, between, today, current, onPick }: DayCellProps) => (
  <td className={classNames(between && 'in', chosen && 'end', day === today && 'today')}>
    <button
      type="button"
      tabIndex={current ? 0 : -1}
      disabled={day > today}
      aria-label={writeLongDay(day)}
      aria-current={day === today ? 'date' : undefined}
      aria-pressed={chosen || between}
      onClick={onPick}
    >
      {Number(day.slice(8))}
    </button>
  </td>
)

/** Where a key moves to. */
const targetOf = (key: string, day: Day): Day | undefined => {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -weekdayOf(day))
    case 'End':
      return addDays(day, 6 - weekdayOf(day))
    case 'PageUp':
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
    default:
      return undefined
  }
}

/** From Sunday, as January 1, 2023 was one. */
const weekdays = Array.from({ length: 7 }, (_, day) =>
  new Date(Date.UTC(2023, 0, 1 + day)).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' }),
)
