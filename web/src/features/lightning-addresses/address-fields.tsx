import type { LightningAddress } from '@bitquay/contract/lightning-addresses'
import { formatCount } from '../../lib/format-number.ts'
import type { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { Input, MoneyInput } from '../../ui/input.tsx'
import { SwitchRow } from '../../ui/switch.tsx'
import { type AddressFields as Fields, toSaved } from './address-form.ts'
import * as t from './messages.ts'

type FormProps = {
  form: Pick<ReturnType<typeof useContractForm<Fields>>, 'bind' | 'fields' | 'change' | 'errors'>
}

export const NameField = ({ form: { bind, fields, errors }, host }: FormProps & { host: string }) => (
  <Field label={t.name} error={errors.name} hint={t.nameHint({ name: fields.name.toLowerCase() || '…', host })}>
    <Input {...bind('name')} autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={30} />
  </Field>
)

type LimitFieldsProps = FormProps & { address: LightningAddress | null; price: number; readOnly?: boolean }

/** In dollars, with the sats that wallets read. */
export const LimitFields = ({ form, address, price, readOnly = false }: LimitFieldsProps) => {
  const { bind, fields, errors } = form
  const { minSats, maxSats } = toSaved(fields, address, price)
  return (
    <div className="stack gap-x-3 gap-y-5 pairs">
      <Field label={t.smallest} hint={writeSats(minSats)} error={errors.minUsd}>
        <MoneyInput {...bind('minUsd')} readOnly={readOnly} />
      </Field>
      <Field label={t.largest} hint={writeSats(maxSats)} error={errors.maxUsd}>
        <MoneyInput {...bind('maxUsd')} readOnly={readOnly} />
      </Field>
    </div>
  )
}

const writeSats = (sats: number) => (Number.isNaN(sats) ? '' : t.satsNow({ sats: formatCount(sats) }))

/** The fields of a payment link's address, which has no page of its own. */
export const AddressFields = ({ form, host, address, price }: LimitFieldsProps & { host: string }) => (
  <div className="stack gap-5">
    <NameField form={form} host={host} />
    <LimitFields form={form} address={address} price={price} />
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
