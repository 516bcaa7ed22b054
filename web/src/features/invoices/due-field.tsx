import type { ReactNode } from 'react'
import { formatDueDate } from '../../lib/format-due-date.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import * as t from './messages.ts'
import { type Due, dayIn } from './use-invoice-form.ts'

type DueFieldProps = {
  value: Due
  onChange: (due: Due) => void
  /** Of an invoice that is due now, how long its price holds. */
  minutes: string
  /** Nobody has chosen: an email address did. */
  isDefault: boolean
  date: { value: string; onChange: (event: { target: { value: string } }) => void }
  error: string | undefined
}

/** When an invoice is due: one of four buttons, and a date for the last. */
export const DueField = ({ value, onChange, minutes, isDefault, date, error }: DueFieldProps) => {
  const option = (due: Due, name: string, detail: ReactNode) => (
    <button type="button" aria-pressed={value === due} onClick={() => onChange(due)}>
      {name} <small>{detail}</small>
    </button>
  )
  const shortDay = (days: number) => formatDueDate(dayIn(days)).replace(/, \d{4}$/, '')
  return (
    <div className="stack gap-2">
      <fieldset className="due-choice stack gap-1.5">
        <legend className="strong">{t.dueWhen}</legend>
        {option('now', t.dueNow, t.payWithin({ minutes }))}
        {option('7', t.inDays({ days: 7 }), shortDay(7))}
        {option('14', t.inDays({ days: 14 }), shortDay(14))}
        {option('other', t.dueOther, t.pickDate)}
      </fieldset>
      {value === 'other' && (
        <Field label={t.dueDate} error={error}>
          <Input type="date" {...date} />
        </Field>
      )}
      {value !== 'other' && error && (
        <span className="err" role="alert">
          {error}
        </span>
      )}
      {value !== 'now' && <p className="hint">{isDefault ? t.dueDefault : t.dueDateHint}</p>}
    </div>
  )
}
