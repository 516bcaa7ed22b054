import type { Till } from '@bitquay/contract/tills'
import type { TillItem } from '@bitquay/contract/tills.items'
import { readOptionText, toItemOptions, writeOptionText } from '@bitquay/contract/tills.option-text'
import type { TaxRate } from '@bitquay/contract/tills.taxes'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FormSheet } from '../../ui/sheet.tsx'
import * as t from './messages.ts'
import { useChangeItem, useRemoveItem, useRemovePicture, useTills } from './use-tills.ts'

type Props = { till: Till; item: TillItem; rates: readonly TaxRate[]; onClose: () => void }

/** Changes an item on all tills, with a price for each of their currencies. */
export const ItemSheet = ({ till, item, rates, onClose }: Props) => {
  const change = useChangeItem(item.id)
  const remove = useRemoveItem(item.id)
  const removePicture = useRemovePicture(item.id)
  const { data: tills = [] } = useTills()
  const currencies = [
    ...new Set([
      till.currency,
      ...tills.map(({ currency }) => currency),
      ...item.prices.map(({ currency }) => currency),
    ]),
  ]
  const [fields, setFields] = useState(() => ({
    ...{ name: item.name, category: item.category ?? '', options: writeOptionText(item.options) },
    ...{ rate: String(item.tax?.id ?? ''), stock: item.stock === null ? '' : String(item.stock) },
    prices: Object.fromEntries(item.prices.map(({ currency, amount }) => [currency, amount])) as Record<string, string>,
  }))
  const [problem, setProblem] = useState<string>()
  const set = (part: Partial<typeof fields>) => setFields({ ...fields, ...part })
  const onError = (error: unknown) => setProblem(messageOf(error, t.itemFailed))
  const save = () => {
    const written = readOptionText(fields.options)
    if (!written) return setProblem(t.optionsWrong)
    const prices = Object.entries(fields.prices).flatMap(([currency, amount]) =>
      amount.trim() === '' ? [] : [{ currency: currency as 'USD', amount: amount.trim() }],
    )
    const isSame = fields.options === writeOptionText(item.options)
    change.mutate(
      {
        ...{ name: fields.name, category: fields.category.trim() || null, prices },
        ...(isSame ? {} : { options: toItemOptions(written, till.currency, item.allOptions) }),
        taxRateId: fields.rate === '' ? null : Number(fields.rate),
        stock: fields.stock === '' ? null : Number(fields.stock),
      },
      { onSuccess: onClose, onError },
    )
  }
  return (
    <FormSheet
      title={t.editItem({ name: item.name })}
      onClose={onClose}
      onSubmit={save}
      footer={
        <>
          <Button
            variant="ghost"
            busy={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: onClose, onError })}
          >
            {t.removeItem}
          </Button>
          <Button type="submit" variant="signal" busy={change.isPending}>
            {t.save}
          </Button>
        </>
      }
    >
      <div className="stack gap-5">
        {problem && <Notice kind="bad">{problem}</Notice>}
        <Field label={t.name}>
          <Input
            data-autofocus
            maxLength={80}
            value={fields.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        </Field>
        <Field label={t.itemCategory} optional>
          <Input maxLength={40} value={fields.category} onChange={({ target }) => set({ category: target.value })} />
        </Field>
        {currencies.map((currency) => (
          <Field
            key={currency}
            label={t.priceIn({ currency })}
            optional={currencies.length > 1}
            hint={currencies.length > 1 ? t.priceHint : undefined}
          >
            <Input
              inputMode="decimal"
              value={fields.prices[currency] ?? ''}
              onChange={({ target }) => set({ prices: { ...fields.prices, [currency]: target.value } })}
            />
          </Field>
        ))}
        <Field label={t.itemOptions} optional hint={t.optionsHint}>
          <Input maxLength={500} value={fields.options} onChange={({ target }) => set({ options: target.value })} />
        </Field>
        <Field label={t.itemTax}>
          <Select value={fields.rate} onChange={({ target }) => set({ rate: target.value })}>
            <option value="">{t.noTax}</option>
            {rates.map(({ id, name, percent }) => (
              <option key={id} value={id}>
                {t.rateName({ name, percent })}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t.itemStock} optional hint={t.stockHint}>
          <Input
            inputMode="numeric"
            value={fields.stock}
            onChange={({ target }) => set({ stock: target.value.replace(/\D/g, '') })}
          />
        </Field>
        {item.imageUrl && (
          <div>
            <Button
              size="sm"
              busy={removePicture.isPending}
              onClick={() => removePicture.mutate(undefined, { onError })}
            >
              {t.removePicture}
            </Button>
          </div>
        )}
      </div>
    </FormSheet>
  )
}
