import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import * as t from './messages.ts'

/** After a restore, one admin signs in with the code that it printed. */
export const RestoreCodeField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <Field label={t.restoreCode} hint={t.restoreCodeHint}>
    <Input
      className="mono"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      autoComplete="off"
      spellCheck={false}
      maxLength={60}
    />
  </Field>
)
