import { Popover } from 'radix-ui'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Calendar } from '../../ui/list-surface/calendar.tsx'
import '../../ui/list-surface/date-range-chip.css'
import '../../ui/list-surface/menu.css'
import { type Day, readTypedDay, writeDay } from '../../ui/list-surface/plain-date.ts'
import '../../ui/segmented.css'
import * as t from './messages.ts'
import './choose-period.css'
import { lengthOf, mostDays, type Period, type PeriodChoice } from './received-period.ts'

type ChoosePeriodProps = {
  /** Undefined while the longer period is chosen. */
  choice: PeriodChoice | undefined
  /** The days of the choice. */
  period: Period
  today: Day
  onChoose: (choice: PeriodChoice) => void
  /** A longer period that the page has besides. */
  longer?: { name: string; onChoose: () => void }
}

const presets = [
  { choice: '7d', name: t.sevenDays },
  { choice: '30d', name: t.thirtyDays },
  { choice: '90d', name: t.ninetyDays },
] as const

/** Three periods that end today, and any other. */
export const ChoosePeriod = ({ choice, period, today, onChoose, longer }: ChoosePeriodProps) => {
  const [open, setOpen] = useState(false)
  return (
    <fieldset className="seg">
      <legend className="sr-only">{t.period}</legend>
      {presets.map((preset) => (
        <button
          className="phone-grow"
          key={preset.choice}
          type="button"
          aria-pressed={choice === preset.choice}
          onClick={() => onChoose(preset.choice)}
        >
          {preset.name}
        </button>
      ))}
      {longer && (
        <button
          className="phone-grow"
          type="button"
          aria-pressed={choice === undefined}
          onClick={() => longer.onChoose()}
        >
          {longer.name}
        </button>
      )}
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <button className="phone-grow" type="button" aria-pressed={typeof choice === 'object'}>
            {t.custom}
          </button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            className="pop range range--plain stack"
            align="end"
            sideOffset={6}
            collisionPadding={16}
            aria-label={t.custom}
          >
            <CustomPeriod
              period={period}
              today={today}
              onCancel={() => setOpen(false)}
              onApply={(chosen) => {
                setOpen(false)
                onChoose(chosen)
              }}
            />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </fieldset>
  )
}

type CustomPeriodProps = {
  period: Period
  today: Day
  onApply: (period: Period) => void
  onCancel: () => void
}

/** A first and a last day, picked or typed. */
const CustomPeriod = ({ period, today, onApply, onCancel }: CustomPeriodProps) => {
  const [from, setFrom] = useState(writeDay(period.from))
  const [to, setTo] = useState(writeDay(period.to))
  const [problem, setProblem] = useState<string>()
  const [first, last] = [readTypedDay(from), readTypedDay(to)]
  const pick = (day: Day) => {
    setProblem(undefined)
    // The first pick begins a new range, the second one ends it.
    const begins = first === undefined || last !== undefined
    setFrom(writeDay(begins || day < first ? day : first))
    setTo(begins ? '' : writeDay(day < first ? first : day))
  }
  const apply = () => {
    if (!first || !last) return setProblem(t.dayNotRead)
    const chosen = first <= last ? { from: first, to: last } : { from: last, to: first }
    if (lengthOf(chosen) > mostDays) return setProblem(t.rangeTooLong)
    return onApply(chosen)
  }
  return (
    <Form className="cal" onSubmit={apply}>
      <Calendar from={first} to={last} today={today} months={1} onPick={pick} />
      <div className="foot across gap-2">
        <input
          className="input finger"
          aria-label={t.fromDay}
          autoComplete="off"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <span className="quiet only-desk">–</span>
        <input
          className="input finger"
          aria-label={t.toDay}
          autoComplete="off"
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
      </div>
      {problem && (
        <p className="err mt-1.5" role="alert">
          {problem}
        </p>
      )}
      <div className="foot at-end across gap-2">
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {t.cancel}
        </Button>
        <Button type="submit" size="sm">
          {t.apply}
        </Button>
      </div>
    </Form>
  )
}
