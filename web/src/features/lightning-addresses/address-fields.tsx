import type { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { SwitchRow } from '../../ui/switch.tsx'
import type { AddressFields as Fields } from './address-form.ts'
import * as t from './messages.ts'

type AddressFieldsProps = {
  form: Pick<ReturnType<typeof useContractForm<Fields>>, 'bind' | 'fields' | 'change' | 'errors'>
  host: string
  readOnly?: boolean
}

export const AddressFields = ({
  form: { bind, fields, change, errors },
  host,
  readOnly = false,
}: AddressFieldsProps) => (
  <div className="stack gap-5">
    <Field label={t.name} error={errors.name} hint={t.nameHint({ name: fields.name.toLowerCase() || '…', host })}>
      <Input
        {...bind('name')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        readOnly={readOnly}
      />
    </Field>
    <div className="stack gap-5 pairs">
      <Field label={t.minimum} hint={t.inSats} error={errors.minSats}>
        <Input {...bind('minSats')} inputMode="numeric" autoComplete="off" readOnly={readOnly} />
      </Field>
      <Field label={t.maximum} hint={t.inSats} error={errors.maxSats}>
        <Input {...bind('maxSats')} inputMode="numeric" autoComplete="off" readOnly={readOnly} />
      </Field>
    </div>
    {!readOnly && (
      <>
        <SwitchRow
          name={t.comments}
          hint={t.commentsHint}
          checked={fields.comments}
          onChange={(comments) => change('comments', comments)}
        />
        <SwitchRow
          name={t.accepting}
          hint={t.acceptingHint}
          checked={fields.active}
          onChange={(active) => change('active', active)}
        />
      </>
    )}
  </div>
)
