import { businessTypes, monthlyVolumes } from '@bitquay/contract/applications'
import {
  type CorrectableField,
  correctionOf,
  type viewInformationRequest,
} from '@bitquay/contract/applications.requests'
import type { Answer } from '@bitquay/contract/call'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, Select, Textarea } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { fieldNames } from './field-names.ts'
import * as t from './messages.ts'
import { useAnswerRequest } from './use-information-request.ts'

export type OpenedFields = Answer<typeof viewInformationRequest>

type CorrectionFormProps = Pick<OpenedFields, 'message' | 'fields'> & {
  token: string
  onSent: () => void
  /** The link stopped working in the meantime. */
  onGone: () => void
}

type Typed = Record<string, string>

/** The fields that a link opens, with what they say now. */
export const CorrectionForm = ({ token, message, fields, onSent, onGone }: CorrectionFormProps) => {
  const names = fields.map(({ name }) => name)
  const answer = useAnswerRequest(token)
  const { bind, errors, setError, submit } = useContractForm<Typed>((typed) => check(names, typed), {
    initial: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  })
  const showErrors = (failure: unknown) => {
    if (!(failure instanceof ApiError)) return
    if (failure.status === 404) return onGone()
    for (const field of failure.fields) setError(field.path.replace('answers.', ''), field.message)
  }
  const send = submit((typed) => answer.mutate(typed, { onSuccess: onSent, onError: showErrors }))
  return (
    <Form onSubmit={send}>
      <Notice>
        <p className="breaks as-typed">{message}</p>
      </Notice>
      {fields.map(({ name, value }) => (
        <Field key={name} label={fieldNames[name]} optional={name === 'website'} error={errors[name]}>
          <Control name={name} before={value} bound={bind(name)} />
        </Field>
      ))}
      {answer.error && <Notice kind="bad">{messageOf(answer.error, t.correctionFailed)}</Notice>}
      <Button type="submit" variant="signal" size="lg" block busy={answer.isPending}>
        {answer.isPending ? t.sendingCorrection : t.sendCorrection}
      </Button>
    </Form>
  )
}

const check = (names: readonly CorrectableField[], typed: Typed) =>
  Object.fromEntries(
    (correctionOf(names).safeParse(typed).error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
  )

type ControlProps = {
  name: CorrectableField
  before: string
  bound: { value: string | undefined; onChange: (event: { target: { value: string } }) => void }
}

const Control = ({ name, before, bound }: ControlProps) => {
  const control = { name, ...bound }
  if (name === 'businessType') return <Choice {...control} options={businessTypes} before={before} />
  if (name === 'monthlyVolume') return <Choice {...control} options={monthlyVolumes} before={before} />
  if (name === 'businessDescription') return <Textarea {...control} rows={5} />
  if (name === 'website') return <Input {...control} type="url" inputMode="url" placeholder={t.websiteExample} />
  if (name === 'contactPhone') return <Input {...control} type="tel" autoComplete="tel" />
  return <Input {...control} autoComplete={autoCompletes[name] ?? 'off'} />
}

const autoCompletes: Partial<Record<CorrectableField, string>> = { businessName: 'organization', contactName: 'name' }

/** Other forms may have offered other words: what is there now can stay. */
const Choice = ({
  options,
  before,
  ...control
}: ControlProps['bound'] & { name: string; options: readonly string[]; before: string }) => (
  <Select {...control}>
    {(options.includes(before) ? options : [before, ...options]).map((option) => (
      <option key={option}>{option}</option>
    ))}
  </Select>
)
