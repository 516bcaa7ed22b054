import { leverForms } from '@bitquay/contract/sandbox'
import { useContractForm } from '../../lib/use-contract-form.ts'
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
  const { bind, errors, submit } = useContractForm(
    (typed: Typed) => findProblems(lever, fields, bodyOf(fields, typed)),
    {
      initial: Object.fromEntries(
        fields.map(({ name, initial, choices }) => [name, initial ?? choices?.[0]?.value ?? '']),
      ),
    },
  )
  const send = submit((typed) => pull.mutate({ body: bodyOf(fields, typed), done }))
  return (
    <Form
      className={classNames('lever min-w-0', fields.length > 2 && 'lever--long')}
      onSubmit={send}
      aria-label={title}
    >
      <h3>{title}</h3>
      <p>{sentence}</p>
      <div className="set flex wraps at-bottom gap-2.5 mt-3">
        {fields.map((field) => (
          <Field
            key={field.name}
            label={field.label}
            {...(field.optional ? { optional: true } : {})}
            error={errors[field.name]}
          >
            <LeverControl field={field} input={bind(field.name)} />
          </Field>
        ))}
        <Button type="submit" busy={pull.isPending}>
          {act}
        </Button>
      </div>
    </Form>
  )
}

type Typed = Record<string, string>

/** What is sent: empty fields are left out. */
const bodyOf = (fields: readonly LeverField[], typed: Typed): Record<string, string | number> =>
  Object.fromEntries(
    fields
      .map(({ name, kind }) => {
        const text = (typed[name] ?? '').trim()
        return [name, kind === 'whole' && /^\d+$/.test(text) ? Number(text) : text] as const
      })
      .filter(([, value]) => value !== ''),
  )

const findProblems = (lever: LeverName, fields: readonly LeverField[], body: object) =>
  Object.fromEntries(
    (leverForms[lever].safeParse(body).error?.issues ?? []).map(({ path, message }) => [
      String(path[0] ?? fields[0]?.name),
      message,
    ]),
  )

type LeverControlProps = {
  field: LeverField
  input: { value: string | undefined; onChange: (event: { target: { value: string } }) => void }
}

const LeverControl = ({ field: { name, kind, choices, placeholder }, input }: LeverControlProps) =>
  kind === 'choice' ? (
    <Select name={name} {...input}>
      {choices?.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  ) : (
    <Input
      name={name}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      inputMode={kind === 'whole' ? 'numeric' : undefined}
      {...input}
    />
  )
