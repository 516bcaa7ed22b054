import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format-number.ts'
import type { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { Input, MoneyInput } from '../../ui/input.tsx'
import { SwitchRow } from '../../ui/switch.tsx'
import { type AddressFields as Fields, satsOf } from './address-form.ts'
import * as t from './messages.ts'

type FormProps = {
  form: Pick<ReturnType<typeof useContractForm<Fields>>, 'bind' | 'fields' | 'change' | 'errors'>
}

export const NameField = ({ form: { bind, fields, errors }, host }: FormProps & { host: string }) => (
  <Field label={t.name} error={errors.name} hint={t.nameHint({ name: fields.name.toLowerCase() || '…', host })}>
    <Input {...bind('name')} autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={30} />
  </Field>
)

type LimitFieldsProps = FormProps & { price: number; readOnly?: boolean }

/** In dollars, with the sats that wallets read. */
export const LimitFields = ({ form: { bind, fields, errors }, price, readOnly = false }: LimitFieldsProps) => (
  <div className="stack gap-x-3 gap-y-5 pairs">
    <Field label={t.smallest} hint={<Sats usd={fields.minUsd} price={price} />} error={errors.minUsd}>
      <MoneyInput {...bind('minUsd')} readOnly={readOnly} />
    </Field>
    <Field label={t.largest} hint={<Sats usd={fields.maxUsd} price={price} />} error={errors.maxUsd}>
      <MoneyInput {...bind('maxUsd')} readOnly={readOnly} />
    </Field>
  </div>
)

const Sats = ({ usd, price }: { usd: string; price: number }): ReactNode => {
  const sats = satsOf(usd, price)
  return sats === undefined ? '' : t.satsNow({ sats: formatCount(sats) })
}

/** The fields of a payment link's address, which has no page of its own. */
export const AddressFields = ({ form, host, price }: FormProps & { host: string; price: number }) => (
  <div className="stack gap-5">
    <NameField form={form} host={host} />
    <LimitFields form={form} price={price} />
    <SwitchRow
      name={t.comments}
      hint={t.commentsHint}
      checked={form.fields.comments}
      onChange={(comments) => form.change('comments', comments)}
    />
    <SwitchRow
      name={t.accepting}
      hint={t.acceptingHint}
      checked={form.fields.active}
      onChange={(active) => form.change('active', active)}
    />
  </div>
)
