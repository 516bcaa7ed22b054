import type { Answer, SentBody } from '@bitquay/contract/call'
import type { changeSettings, getSettings } from '@bitquay/contract/merchants'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { type FieldSentences, useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useChangeSettings } from '../merchants/index.ts'
import * as t from './messages.ts'

export type Settings = Answer<typeof getSettings>
type Change = SentBody<typeof changeSettings>

type SettingsFormProps<Fields extends FieldValues, Checked extends FieldValues> = {
  /** What is wrong with the fields: a schema of the contract, or a check. */
  rules: z.ZodType<Checked, Fields> | ((fields: Fields) => FieldSentences<Fields>)
  /** The fields as they are saved. */
  current: (settings: Settings) => Fields
  settings: Settings
  /** What the fields are called in the sentence about unsaved changes. */
  names: Record<keyof Fields & string, string>
  toChange: (checked: Checked) => Change
  children: (form: Pick<ReturnType<typeof useContractForm<Fields, Checked>>, 'bind' | 'fields' | 'errors'>) => ReactNode
}

/** A card of fields of the store. What is unsaved, Discard and Save appear with the first change. */
export const SettingsForm = <Fields extends FieldValues, Checked extends FieldValues = Fields>({
  rules,
  current,
  settings,
  names,
  toChange,
  children,
}: SettingsFormProps<Fields, Checked>) => {
  const change = useChangeSettings()
  const saved = current(settings)
  const { bind, fields, errors, submit, reset, setError } = useContractForm<Fields, Checked>(rules, { current: saved })
  const unsaved = Object.keys(names).filter((name) => fields[name] !== saved[name])
  const save = submit((checked) =>
    change.mutate(toChange(checked), {
      onSuccess: (answer) => {
        reset(current(answer))
        toast({ title: t.savedToast, description: t.saved })
      },
      onError: (error) => {
        const wrong = error instanceof ApiError ? error.fields.filter(({ path }) => path in names) : []
        for (const { path, message } of wrong) setError(path, message)
        if (wrong.length === 0) {
          toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.failed) })
        }
      },
    }),
  )
  return (
    <Form onSubmit={save}>
      <Card
        footer={
          unsaved.length > 0 && (
            <>
              <span className="small quiet grow">
                {t.unsaved({ fields: listOf(unsaved.map((name) => names[name])) })}
              </span>
              <Button onClick={() => reset(saved)}>{t.discard}</Button>
              <Button type="submit" variant="signal" busy={change.isPending}>
                {change.isPending ? t.saving : t.save}
              </Button>
            </>
          )
        }
      >
        {children({ bind, fields, errors })}
      </Card>
    </Form>
  )
}

const list = new Intl.ListFormat('en-US', { type: 'unit' })
const listOf = (names: (string | undefined)[]) => list.format(names.flatMap((name) => name ?? []))
