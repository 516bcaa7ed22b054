import type { Application } from '@bitquay/contract/applications'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { Extras } from './use-applications.ts'

type Name = keyof Extras

const fields: { name: Name; label: string; maxLength: number }[] = [
  { name: 'averageTransactionSize', label: 'Average transaction size', maxLength: 80 },
  { name: 'companySize', label: 'Company size', maxLength: 80 },
  { name: 'customerBase', label: 'Customer base', maxLength: 300 },
  { name: 'businessRegistration', label: 'Business registration', maxLength: 120 },
  { name: 'taxId', label: 'Tax ID', maxLength: 80 },
  { name: 'incorporationCountry', label: 'Country of incorporation', maxLength: 80 },
  { name: 'businessAddress', label: 'Business address', maxLength: 300 },
]

export const extrasOf = (application: Application): Record<Name, string> =>
  Object.fromEntries(fields.map(({ name }) => [name, application[name] ?? ''])) as Record<Name, string>

type ExtraFieldsProps = {
  bind: (name: Name) => { value: string; onChange: (event: { target: { value: string } }) => void }
}

/** What the public form does not ask; an operator fills it in from what the applicant tells. */
export const ExtraFields = ({ bind }: ExtraFieldsProps) => (
  <details className="application-extras" open={fields.some(({ name }) => bind(name).value !== '') || undefined}>
    <summary>More about the business</summary>
    <div className="grid items-start gap-4 pt-4 sm:grid-cols-2">
      {fields.map(({ name, label, maxLength }) => (
        <Field key={name} label={label} optional>
          <Input maxLength={maxLength} autoComplete="off" {...bind(name)} />
        </Field>
      ))}
    </div>
  </details>
)
