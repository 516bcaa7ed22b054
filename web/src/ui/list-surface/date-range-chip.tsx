import { Calendar as CalendarIcon, ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { Form } from '../form.tsx'
import { Calendar } from './calendar.tsx'
import './chip.css'
import { type DatePreset, type DateRange, datePresets, daysOf } from './date-presets.ts'
import './date-range-chip.css'
import './menu.css'
import * as t from './messages.ts'
import { type Day, readTypedDay, writeDay, writeRange } from './plain-date.ts'

type DateRangeChipProps = {
  range: DateRange
  /** In the time zone of the list. */
  today: Day
  onChange: (range: DateRange) => void
  /** Below the presets, such as the time zone. */
  foot?: ReactNode
}

/** Shows the range in words and dates. A preset applies at once, a custom range with its button. */
export const DateRangeChip = ({ range, today, onChange, foot }: DateRangeChipProps) => {
  const [open, setOpen] = useState(false)
  const days = daysOf(range, today)
  const dates = days && writeRange(days.from, days.to, today)
  const choose = (next: DateRange) => {
    setOpen(false)
    onChange(next)
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button type="button" className="chip">
          <CalendarIcon className="ico" aria-hidden="true" />
          <span className="sr-only">{t.dateRange}: </span>
          {'preset' in range ? presetNames[range.preset] : dates}
          {'preset' in range && dates && <span className="q only-wide quiet">{dates}</span>}
          <ChevronDown className="ico" aria-hidden="true" />
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="pop range stack"
          align="end"
          sideOffset={6}
          collisionPadding={16}
          aria-label={t.dateRange}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            const content = event.currentTarget as HTMLElement
            content.querySelector<HTMLElement>('.presets [aria-pressed="true"]')?.focus()
          }}
        >
          <Choices range={range} today={today} onChoose={choose} onCancel={() => setOpen(false)} foot={foot} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

type ChoicesProps = {
  range: DateRange
  today: Day
  onChoose: (range: DateRange) => void
  onCancel: () => void
  foot: ReactNode
}

const Choices = ({ range, today, onChoose, onCancel, foot }: ChoicesProps) => {
  const days = daysOf(range, today)
  const [from, setFrom] = useState(days ? writeDay(days.from) : '')
  const [to, setTo] = useState(days ? writeDay(days.to) : '')
  const [tried, setTried] = useState(false)
  const [months] = useState<1 | 2>(() => (matchMedia('(max-width: 900px)').matches ? 1 : 2))
  const first = readTypedDay(from)
  const last = readTypedDay(to)
  const pick = (day: Day) => {
    // A first day begins a new range, the second one ends it.
    const begins = first === undefined || last !== undefined
    setFrom(writeDay(begins || day > first ? (begins ? day : first) : day))
    setTo(begins ? '' : writeDay(day > first ? day : first))
  }
  const apply = () => {
    setTried(true)
    if (!first || !last) return
    onChoose(first <= last ? { from: first, to: last } : { from: last, to: first })
  }
  return (
    <>
      <Presets chosen={'preset' in range ? range.preset : 'custom'} onChoose={(preset) => onChoose({ preset })} />
      <Form className="cal" onSubmit={apply}>
        <Calendar from={first} to={last} today={today} months={months} onPick={pick} />
        <div className="foot across gap-2">
          <DayField label={t.fromDay} text={from} wrong={tried && !first} onType={setFrom} />
          <span className="quiet only-desk">–</span>
          <DayField label={t.toDay} text={to} wrong={tried && !last} onType={setTo} />
          <span className="grow only-desk" />
          <Button variant="ghost" onClick={onCancel}>
            {t.cancel}
          </Button>
          <Button type="submit">{t.apply}</Button>
        </div>
        {tried && !(first && last) && (
          <p className="err mt-1.5" role="alert">
            {t.dayNotRead}
          </p>
        )}
        {foot}
      </Form>
    </>
  )
}

type DayFieldProps = { label: string; text: string; wrong: boolean; onType: (text: string) => void }

const DayField = ({ label, text, wrong, onType }: DayFieldProps) => (
  <input
    className="input finger"
    aria-label={label}
    placeholder={label}
    autoComplete="off"
    value={text}
    aria-invalid={wrong || undefined}
    onChange={(event) => onType(event.target.value)}
  />
)

const presetNames: Record<DatePreset, string> = {
  today: t.today,
  yesterday: t.yesterday,
  'last-7-days': t.last7Days,
  'last-30-days': t.last30Days,
  'this-month': t.thisMonth,
  'last-month': t.lastMonth,
  'last-90-days': t.last90Days,
  'year-to-date': t.yearToDate,
  'all-time': t.allTime,
}

type PresetsProps = { chosen: DatePreset | 'custom'; onChoose: (preset: DatePreset) => void }

const Presets = ({ chosen, onChoose }: PresetsProps) => {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const place = buttons.findIndex((button) => button === document.activeElement)
    buttons[(place + step + buttons.length) % buttons.length]?.focus()
  }
  const goToFields = (button: HTMLElement) =>
    button.closest('.range')?.querySelector<HTMLElement>('.foot input')?.focus()
  return (
    <div className="presets" role="presentation" onKeyDown={onKeyDown}>
      {datePresets.map((preset) => (
        <button key={preset} type="button" aria-pressed={preset === chosen} onClick={() => onChoose(preset)}>
          {presetNames[preset]}
        </button>
      ))}
      <button type="button" aria-pressed={chosen === 'custom'} onClick={(event) => goToFields(event.currentTarget)}>
        {t.custom}
      </button>
    </div>
  )
}
