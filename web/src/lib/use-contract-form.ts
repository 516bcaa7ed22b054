import { zodResolver } from '@hookform/resolvers/zod'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormProps,
  useForm,
  useWatch,
} from 'react-hook-form'
import type { z } from 'zod'

/** What is wrong, in one sentence per field. */
export type FieldSentences<Fields> = { [Name in keyof Fields]?: string | undefined }

/** A schema of the contract, or a check where the screen has sentences of its own. */
type Rules<Fields, Checked> = z.ZodType<Checked, Fields> | ((fields: Fields) => FieldSentences<Fields>)

type Start<Fields> = {
  initial?: DefaultValues<Fields>
  /** Values from the server, which replace what is shown when they change. */
  current?: Fields
}

/**
 * Every form of the portals is written with this: rules, initial values, then `register` for plain inputs or `bind` for
 * inputs whose value the screen also shows. Forms are flat. The sentence of a bound field goes away when it is changed.
 */
export const useContractForm = <Fields extends FieldValues, Checked extends FieldValues = Fields>(
  rules: Rules<Fields, Checked>,
  { initial, current }: Start<Fields>,
) => {
  const options: UseFormProps<Fields, unknown, Checked> = {
    resolver: typeof rules === 'function' ? resolverOf<Fields, Checked>(rules) : zodResolver(rules),
    ...(initial ? { defaultValues: initial } : {}),
    ...(current ? { values: current } : {}),
  }
  const {
    register,
    control,
    handleSubmit,
    reset,
    setValue,
    setError: setFormError,
    clearErrors,
    formState,
  } = useForm(options)
  // Initial values are complete, so what is watched is too.
  const fields = useWatch({ control }) as unknown as Fields
  const change = <Name extends keyof Fields & string>(name: Name, value: Fields[Name]) => {
    const path = pathOf<Fields>(name)
    setValue(path, value as PathValue<Fields, Path<Fields>>)
    clearErrors(path)
  }
  return {
    register,
    reset,
    change,
    errors: sentencesOf<Fields>(formState.errors),
    /** Everything that was typed so far. */
    fields,
    /** For a controlled input: its value, and what to do when it changes. */
    bind: <Name extends keyof Fields & string>(name: Name) => ({
      value: fields[name],
      onChange: (event: { target: { value: string } }) => change(name, event.target.value as Fields[Name]),
    }),
    /** Shows what the server found wrong, at the field that it is about. */
    setError: (name: keyof Fields & string, sentence: string) =>
      setFormError(pathOf<Fields>(name), { message: sentence }),
    /** What to give to a form: checks the fields, and sends them if they are right. */
    submit: (send: (checked: Checked) => unknown) => () => void handleSubmit((checked) => void send(checked))(),
  }
}

/** For forms whose fields only the server can judge: `useContractForm(leaveToServer<Fields>, …)`. */
export const leaveToServer = <Fields>(_fields: Fields): FieldSentences<Fields> => ({})

/** In a flat form the name of a field is its path. */
const pathOf = <Fields extends FieldValues>(name: keyof Fields & string) => name as unknown as Path<Fields>

const resolverOf = <Fields extends FieldValues, Checked extends FieldValues>(
  check: (fields: Fields) => FieldSentences<Fields>,
) =>
  ((fields: Fields) => {
    const found = Object.entries<string | undefined>(check(fields)).filter(([, message]) => message)
    const errors = Object.fromEntries(found.map(([name, message]) => [name, { type: 'check', message }]))
    // A check leaves the fields as they are, so they are what was checked.
    return { values: found.length === 0 ? fields : {}, errors }
  }) as unknown as Resolver<Fields, unknown, Checked>

const sentencesOf = <Fields extends FieldValues>(errors: object): FieldSentences<Fields> =>
  Object.fromEntries(
    Object.entries(errors as Record<string, { message?: unknown }>).map(([name, error]) => [
      name,
      typeof error.message === 'string' ? error.message : undefined,
    ]),
  ) as FieldSentences<Fields>
