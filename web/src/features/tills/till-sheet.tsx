import type { Currency } from '@bitquay/contract/prices'
import type { Till } from '@bitquay/contract/tills'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FormSheet } from '../../ui/sheet.tsx'
import {
  findOptionErrors,
  OptionFields,
  optionFieldsOf,
  toOptionChange,
  toOptions,
  useCurrencies,
} from '../invoices/index.ts'
import { ItemPicture } from './item-picture.tsx'
import * as t from './messages.ts'
import { emptyRow, type ItemRow, toItems, toRows, toSlug, toTips } from './till-form.ts'
import { useChangeTill, useCreateTill } from './use-tills.ts'

/** Creates a till, or changes one: its name, its tips and what it sells. */
export const TillSheet = ({ till, onClose }: { till: Till | undefined; onClose: () => void }) => {
  const create = useCreateTill()
  const change = useChangeTill(till?.id ?? 0)
  const [name, setName] = useState(till?.name ?? '')
  const [slug, setSlug] = useState<string>()
  const [currency, setCurrency] = useState<Currency>('USD')
  const currencies = useCurrencies(currency)
  const [saved] = useState(() => optionFieldsOf(till))
  const [options, setOptions] = useState(saved)
  const optionErrors = findOptionErrors(options, till?.currency ?? currency)
  const [tips, setTips] = useState(till?.tips.join(', ') ?? '10, 15, 20')
  const [rows, setRows] = useState(() => [...toRows(till), ...(till ? [] : [emptyRow()])])
  const [problem, setProblem] = useState<{ path: string; message: string }>()
  const problemOf = (path: string) => (problem?.path === path ? problem.message : undefined)
  const busy = create.isPending || change.isPending
  const answered = {
    onSuccess: onClose,
    onError: (error: unknown) => {
      const [field] = error instanceof ApiError ? error.fields : []
      const path = error instanceof ApiError && error.code === 'till-address-taken' ? 'slug' : field?.path
      setProblem({ path: path ?? '', message: messageOf(error, t.saveFailed) })
    },
  }
  const save = () => {
    const percents = toTips(tips)
    if (!percents) return setProblem({ path: 'tips', message: t.tipsWrong })
    setProblem(undefined)
    if (Object.keys(optionErrors).length > 0) return
    const parts = { name, tips: percents, items: toItems(rows) }
    if (till) change.mutate({ ...parts, ...toOptionChange(saved, options) }, answered)
    else create.mutate({ ...parts, ...toOptions(options), currency, slug: slug ?? toSlug(name) }, answered)
  }
  const known = ['name', 'slug', 'tips']
  return (
    <FormSheet
      title={till ? t.editTill : t.newTill}
      onClose={onClose}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" variant="signal" busy={busy}>
            {busy ? t.saving : t.save}
          </Button>
        </>
      }
    >
      <div className="stack gap-5">
        {problem && !known.includes(problem.path) && <Notice kind="bad">{problem.message}</Notice>}
        <Field label={t.name} hint={t.nameHint} error={problemOf('name')}>
          <Input data-autofocus maxLength={60} value={name} onChange={({ target }) => setName(target.value)} />
        </Field>
        {!till && (
          <>
            <Field
              label={t.address}
              hint={t.addressHint({ slug: (slug ?? toSlug(name)) || t.addressPlaceholder })}
              error={problemOf('slug')}
            >
              <Input
                maxLength={40}
                spellCheck={false}
                autoCapitalize="none"
                placeholder={t.addressPlaceholder}
                value={slug ?? toSlug(name)}
                onChange={({ target }) => setSlug(target.value)}
              />
            </Field>
            <Field label={t.currency}>
              <Select value={currency} onChange={({ target }) => setCurrency(target.value as Currency)}>
                {currencies.map((code) => (
                  <option key={code}>{code}</option>
                ))}
              </Select>
            </Field>
          </>
        )}
        <Field label={t.tips} optional hint={t.tipsHint} error={problemOf('tips')}>
          <Input value={tips} onChange={({ target }) => setTips(target.value)} />
        </Field>
        <Items till={till} rows={rows} onRows={setRows} />
        <Disclosure label={t.invoiceOptions} open={Object.keys(optionErrors).length > 0}>
          <OptionFields
            fields={options}
            errors={optionErrors}
            change={(name: keyof typeof options, value: string | boolean) => setOptions({ ...options, [name]: value })}
          />
        </Disclosure>
      </div>
    </FormSheet>
  )
}

type ItemsProps = { till: Till | undefined; rows: ItemRow[]; onRows: (rows: ItemRow[]) => void }

const Items = ({ till, rows, onRows }: ItemsProps) => {
  const set = (key: number, part: Partial<ItemRow>) =>
    onRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  return (
    <fieldset className="till-items stack gap-2">
      <legend className="strong mb-2">{t.itemsTitle}</legend>
      {rows.map((row) => (
        <div key={row.key} className="till-item stack gap-1.5">
          <Input
            aria-label={t.itemName}
            placeholder={t.itemName}
            maxLength={80}
            value={row.name}
            onChange={({ target }) => set(row.key, { name: target.value })}
          />
          <Input
            aria-label={t.itemCategory}
            placeholder={t.itemCategory}
            maxLength={40}
            value={row.category}
            onChange={({ target }) => set(row.key, { category: target.value })}
          />
          <Input
            aria-label={t.itemPrice}
            placeholder={t.itemPrice}
            inputMode="decimal"
            value={row.price}
            onChange={({ target }) => set(row.key, { price: target.value })}
          />
          <Input
            aria-label={t.itemStock}
            placeholder={t.itemStock}
            inputMode="numeric"
            value={row.stock}
            onChange={({ target }) => set(row.key, { stock: target.value.replace(/\D/g, '') })}
          />
          {till && row.id !== undefined && <ItemPicture till={till} itemId={row.id} name={row.name} />}
          <IconButton
            label={t.removeItem({ name: row.name || t.newItem })}
            onClick={() => onRows(rows.filter(({ key }) => key !== row.key))}
          >
            <Trash2 className="ico" aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <p className="hint">{t.stockHint}</p>
      <Button
        size="sm"
        icon={<Plus className="ico" aria-hidden="true" />}
        onClick={() => onRows([...rows, emptyRow()])}
      >
        {t.addItem}
      </Button>
    </fieldset>
  )
}
