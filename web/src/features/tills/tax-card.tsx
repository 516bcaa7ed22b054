import type { Till } from '@bitquay/contract/tills'
import type { TaxRate } from '@bitquay/contract/tills.taxes'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { SwitchRow } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { SetupCard } from './setup-card.tsx'
import { useChangeTill, useRemoveTaxRate, useSaveTaxRate } from './use-tills.ts'

type Props = { till: Till; rates: readonly TaxRate[]; mayChange: boolean }

/** Named rates for all tills, and whether this till's prices include them. */
export const TaxCard = ({ till, rates, mayChange }: Props) => {
  const [editing, setEditing] = useState<TaxRate | 'new'>()
  const change = useChangeTill(till.id)
  const save = (part: { pricesIncludeTax?: boolean; keypadTaxRateId?: number | null }) =>
    change.mutate(part, {
      onError: (error) => toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.saveFailed) }),
    })
  return (
    <SetupCard
      title={t.taxRates}
      add={t.addRate}
      onAdd={mayChange ? () => setEditing('new') : undefined}
      empty={t.noRates}
      rows={rates.map((rate) => (
        <li key={rate.id} className="across gap-3">
          <span className="grow min-w-0">
            {mayChange ? (
              <button type="button" className="link" onClick={() => setEditing(rate)}>
                {rate.name}
              </button>
            ) : (
              <b>{rate.name}</b>
            )}
            <small className="block tiny quiet">{t.itemCount({ count: rate.items })}</small>
          </span>
          <b>{t.percent({ percent: rate.percent })}</b>
        </li>
      ))}
    >
      {rates.length > 0 && (
        <div className="stack gap-4 mt-4">
          <SwitchRow
            name={t.pricesIncludeTax}
            hint={till.pricesIncludeTax ? t.taxIncluded : t.taxAdded}
            checked={till.pricesIncludeTax}
            disabled={!mayChange || change.isPending}
            onChange={(pricesIncludeTax) => save({ pricesIncludeTax })}
          />
          <Field label={t.keypadTax}>
            <Select
              value={till.keypadTaxRateId ?? ''}
              disabled={!mayChange || change.isPending}
              onChange={({ target }) => save({ keypadTaxRateId: target.value === '' ? null : Number(target.value) })}
            >
              <option value="">{t.noTax}</option>
              {rates.map(({ id, name, percent }) => (
                <option key={id} value={id}>
                  {t.rateName({ name, percent })}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      )}
      {editing && <RateDialog rate={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </SetupCard>
  )
}

const RateDialog = ({ rate, onClose }: { rate: TaxRate | undefined; onClose: () => void }) => {
  const save = useSaveTaxRate(rate?.id)
  const remove = useRemoveTaxRate(rate?.id ?? 0)
  const [name, setName] = useState(rate?.name ?? t.salesTax)
  const [percent, setPercent] = useState(rate?.percent ?? '')
  const [problem, setProblem] = useState<string>()
  const answered = { onSuccess: onClose, onError: (error: unknown) => setProblem(messageOf(error, t.rateFailed)) }
  return (
    <FormDialog
      onClose={onClose}
      title={rate ? t.editRate : t.addRate}
      purpose={t.ratePurpose}
      confirm={t.save}
      busy={save.isPending}
      onSubmit={() => save.mutate({ name, percent: percent.trim() }, answered)}
    >
      <div className="stack gap-5">
        <Field label={t.name}>
          <Input data-autofocus maxLength={40} value={name} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field label={t.ratePercent} error={problem}>
          <Input
            inputMode="decimal"
            placeholder={t.ratePlaceholder}
            value={percent}
            onChange={({ target }) => {
              setPercent(target.value)
              setProblem(undefined)
            }}
          />
        </Field>
        {rate && (
          <div>
            <Button size="sm" busy={remove.isPending} onClick={() => remove.mutate(undefined, answered)}>
              {t.removeRate}
            </Button>
          </div>
        )}
      </div>
    </FormDialog>
  )
}
