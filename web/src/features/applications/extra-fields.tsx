import type { Application } from '@bitquay/contract/applications'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import * as t from './messages.ts'
import type { Extras } from './use-applications.ts'

type Name = keyof Extras

const fields: { name: Name; label: string; maxLength: number }[] = [
  { name: 'averageTransactionSize', label: t.averageTransactionSize, maxLength: 80 },
  { name: 'companySize', label: t.companySize, maxLength: 80 },
  { name: 'customerBase', label: t.customerBase, maxLength: 300 },
  { name: 'businessRegistration', label: t.businessRegistration, maxLength: 120 },
  { name: 'taxId', label: t.taxId, maxLength: 80 },
  { name: 'incorporationCountry', label: t.incorporationCountry, maxLength: 80 },
  { name: 'businessAddress', label: t.businessAddress, maxLength: 300 },
]

export const extrasOf = (application: Application): Record<Name, string> =>
  Object.fromEntries(fields.map(({ name }) => [name, application[name] ?? ''])) as Record<Name, string>

type ExtraFieldsProps = {
  bind: (name: Name) => { value: string; onChange: (event: { target: { value: string } }) => void }
}

/** Details that the public form doesn't ask for. An admin fills them in. */
export const ExtraFields = ({ bind }: ExtraFieldsProps) => (
  <details className="application-extras" open={fields.some(({ name }) => bind(name).value !== '') || undefined}>
    <summary>{t.moreDetails}</summary>
    <div className="grid items-start gap-4 pt-4 sm:grid-cols-2">
      {fields.map(({ name, label, maxLength }) => (
        <Field key={name} label={label} optional>
          <Input maxLength={maxLength} autoComplete="off" {...bind(name)} />
        </Field>
      ))}
    </div>
  </details>
)
