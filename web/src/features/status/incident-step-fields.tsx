import { openIncidentStates } from '@bitquay/contract/status'
import type { ChangeEvent } from 'react'
import { Field } from '../../ui/field.tsx'
import { Select, Textarea } from '../../ui/input.tsx'
import { incidentStateNames } from './component-names.ts'
import * as t from './messages.ts'

type Bound = { value: string; onChange: (event: { target: { value: string } }) => void }
type Step = { sentence: string; money: string }

type IncidentStepFieldsProps = {
  /** Absent where the incident ends. */
  state?: { value: string; onChange: (event: ChangeEvent<HTMLSelectElement>) => void }
  bind: (name: keyof Step) => Bound
  errors: { [Name in keyof Step]?: string | undefined }
}

/** What every update says: the state, what is happening, and what it means for money. */
export const IncidentStepFields = ({ state, bind, errors }: IncidentStepFieldsProps) => (
  <>
    {state && (
      <Field label={t.state}>
        <Select {...state}>
          {openIncidentStates.map((name) => (
            <option key={name} value={name}>
              {incidentStateNames[name]}
            </option>
          ))}
        </Select>
      </Field>
    )}
    <Field label={t.sentence} error={errors.sentence}>
      <Textarea rows={3} maxLength={500} {...bind('sentence')} />
    </Field>
    <Field label={t.money} hint={t.moneyHint} error={errors.money}>
      <Textarea rows={2} maxLength={300} {...bind('money')} />
    </Field>
  </>
)
