import type { Currency } from '@bitquay/contract/prices'
import type { Till } from '@bitquay/contract/tills'
import { useState } from 'react'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
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
import * as t from './messages.ts'
import { toSlug, toTips } from './till-form.ts'
import { useChangeTill, useCreateTill } from './use-tills.ts'

/** Creates a till, or changes one: its name, its tips and the options of its invoices. */
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
    const parts = { name, tips: percents }
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
