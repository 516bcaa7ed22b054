import { leverForms } from '@bitquay/contract/sandbox'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { type LeverName, useLever } from './use-lever.ts'

export type LeverField = {
  name: string
  label: string
  /** Whole numbers are sent as numbers; money stays text. */
  kind?: 'text' | 'whole' | 'choice'
  choices?: readonly { value: string; text: string }[]
  initial?: string
  optional?: boolean
  placeholder?: string
}

type LeverFormProps = {
  lever: LeverName
  title: string
  /** What pulling it does. */
  sentence: string
  fields: readonly LeverField[]
  act: string
  done: string
}

/** One lever with what it needs to know. */
export const LeverForm = ({ lever, title, sentence, fields, act, done }: LeverFormProps) => {
  const pull = useLever(lever)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const submit = (event: FormEvent) => {
    const filled = new FormData(event.target as HTMLFormElement)
    const body = Object.fromEntries(
      fields
        .map(({ name, kind }) => {
          const given = filled.get(name)
          const text = typeof given === 'string' ? given.trim() : ''
          return [name, kind === 'whole' && /^\d+$/.test(text) ? Number(text) : text] as const
        })
        .filter(([, value]) => value !== ''),
    )
    const checked = leverForms[lever].safeParse(body)
    setErrors(
      Object.fromEntries(
        (checked.error?.issues ?? []).map(({ path, message }) => [String(path[0] ?? fields[0]?.name), message]),
      ),
    )
    if (checked.success) pull.mutate({ body, done })
  }
  return (
    <Form className={classNames('lever', fields.length > 2 && 'lever--long')} onSubmit={submit} aria-label={title}>
      <h3>{title}</h3>
      <p>{sentence}</p>
      <div className="set">
        {fields.map((field) => (
          <Field
            key={field.name}
            label={field.label}
            {...(field.optional ? { optional: true } : {})}
            error={errors[field.name]}
          >
            <LeverControl field={field} />
          </Field>
        ))}
        <Button type="submit" busy={pull.isPending}>
          {act}
        </Button>
      </div>
    </Form>
  )
}

const LeverControl = ({ field: { name, kind, choices, initial, placeholder } }: { field: LeverField }) =>
  kind === 'choice' ? (
    <Select name={name} defaultValue={initial}>
      {choices?.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  ) : (
    <Input
      name={name}
      defaultValue={initial}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      inputMode={kind === 'whole' ? 'numeric' : undefined}
    />
  )
