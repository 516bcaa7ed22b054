import { longestStory, type PaymentLink } from '@bitquay/contract/payment-links'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { signOf } from '../../lib/format-price.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input, MoneyInput, Select, Textarea } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { OptionFields, optionFieldsOf, useCurrencies } from '../invoices/index.ts'
import { findLinkProblems, formOf, type LinkForm, type LinkProblems, toLinkChange, toNewLink } from './link-form.ts'
import * as t from './messages.ts'
import { useChangePaymentLink, useCreatePaymentLink } from './use-payment-links.ts'

type LinkDialogProps = {
  /** Left out, a new one is created. */
  link?: PaymentLink
  onClose: () => void
  onCreated?: (link: PaymentLink) => void
}

/** What is paid for, how much, what to ask the customer, and when it ends. */
export const LinkDialog = ({ link, onClose, onCreated }: LinkDialogProps) => {
  const create = useCreatePaymentLink()
  const change = useChangePaymentLink(link?.id ?? 0)
  const [initial] = useState(() => formOf(link))
  const { fields: form, errors: problems, change: changeField, submit } = useContractForm(findLinkProblems, { initial })
  const [refusal, setRefusal] = useState<string>()
  const busy = create.isPending || change.isPending
  const set: Set = (name, value) => {
    changeField(name, value)
    setRefusal(undefined)
  }
  const save = submit((checked) => {
    const onError = (error: unknown) => setRefusal(messageOf(error, t.saveFailed))
    if (link) {
      change.mutate(toLinkChange(initial, checked), {
        onSuccess: onClose,
        onError,
      })
    } else {
      create.mutate(toNewLink(checked), {
        onSuccess: (created) => {
          onClose()
          onCreated?.(created)
        },
        onError,
      })
    }
  })
  return (
    <FormDialog
      onClose={onClose}
      title={link ? t.editTitle : t.newLink}
      purpose={t.dialogPurpose}
      confirm={link ? t.save : t.create}
      confirming={t.saving}
      busy={busy}
      onSubmit={save}
    >
      <div className="stack gap-5">
        {refusal && <Notice kind="bad">{refusal}</Notice>}
        <Field label={t.title} error={problems.title}>
          <Input
            data-autofocus
            maxLength={120}
            placeholder={t.titleExample}
            value={form.title}
            onChange={(event) => set('title', event.target.value)}
          />
        </Field>
        <Field label={t.description} optional>
          <Textarea
            rows={3}
            maxLength={longestStory}
            value={form.description}
            onChange={(event) => set('description', event.target.value)}
          />
        </Field>
        <AmountFields form={form} set={set} problems={problems} />
        <div className="stack gap-5 pairs">
          {form.kind === 'fixed' && (
            <Field label={t.quantity} hint={t.quantityHint} error={problems.maxQuantity}>
              <Input
                inputMode="numeric"
                maxLength={4}
                value={form.maxQuantity}
                onChange={(event) => set('maxQuantity', event.target.value)}
              />
            </Field>
          )}
          <Field label={t.tipsIn({ currency: form.currency })} optional hint={t.tipsHint} error={problems.tips}>
            <Input
              inputMode="decimal"
              maxLength={60}
              placeholder={t.tipsExample}
              value={form.tips}
              onChange={(event) => set('tips', event.target.value)}
            />
          </Field>
          <Asking label={t.customerName} value={form.askName} onChange={(value) => set('askName', value)} />
          <Asking label={t.customerEmail} value={form.askEmail} onChange={(value) => set('askEmail', value)} />
          <Asking label={t.customerNote} value={form.askNote} onChange={(value) => set('askNote', value)} />
          <Field
            label={t.maxPayments}
            optional
            hint={form.kind === 'fixed' && Number(form.maxQuantity) > 1 ? t.maxPaymentsHint : undefined}
            error={problems.maxPayments}
          >
            <Input
              inputMode="numeric"
              maxLength={6}
              value={form.maxPayments}
              onChange={(event) => set('maxPayments', event.target.value)}
            />
          </Field>
          <Field label={t.expiresOn} optional error={problems.lastDay}>
            <Input type="date" value={form.lastDay} onChange={(event) => set('lastDay', event.target.value)} />
          </Field>
        </div>
        <Disclosure label={t.invoiceOptions} open={Object.keys(problems).some((name) => name in optionFieldsOf())}>
          <OptionFields fields={form} errors={problems} change={set} />
        </Disclosure>
      </div>
    </FormDialog>
  )
}

type Set = <Name extends keyof LinkForm>(name: Name, value: LinkForm[Name]) => void

const kinds = [
  { value: 'fixed', text: t.fixed },
  { value: 'free', text: t.free },
] as const

const AmountFields = ({ form, set, problems }: { form: LinkForm; set: Set; problems: LinkProblems }) => {
  const currencies = useCurrencies(form.currency)
  const money = (name: 'amount' | 'minAmount' | 'maxAmount') => ({
    sign: signOf(form.currency).length === 1 ? signOf(form.currency) : '',
    placeholder: '0.00',
    value: form[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  })
  return (
    <div className="stack gap-4">
      <div className="flex wraps at-bottom between gap-4">
        <Segmented label={t.amount} options={kinds} value={form.kind} onChange={(value) => set('kind', value)} />
        <Field label={t.currency}>
          <Select
            value={form.currency}
            onChange={(event) => set('currency', event.target.value as LinkForm['currency'])}
          >
            {currencies.map((currency) => (
              <option key={currency}>{currency}</option>
            ))}
          </Select>
        </Field>
      </div>
      {form.kind === 'fixed' ? (
        <Field label={t.amountIn({ currency: form.currency })} error={problems.amount}>
          <MoneyInput {...money('amount')} />
        </Field>
      ) : (
        <div className="stack gap-4 pairs">
          <Field label={t.minimumIn({ currency: form.currency })} optional error={problems.minAmount}>
            <MoneyInput {...money('minAmount')} />
          </Field>
          <Field label={t.maximumIn({ currency: form.currency })} optional error={problems.maxAmount}>
            <MoneyInput {...money('maxAmount')} />
          </Field>
        </div>
      )}
    </div>
  )
}

type AskingProps = { label: string; value: PaymentLink['askName']; onChange: (value: PaymentLink['askName']) => void }

const Asking = ({ label, value, onChange }: AskingProps) => (
  <Field label={label}>
    <Select value={value} onChange={(event) => onChange(event.target.value as PaymentLink['askName'])}>
      <option value="no">{t.dontAsk}</option>
      <option value="optional">{t.optional}</option>
      <option value="required">{t.required}</option>
    </Select>
  </Field>
)
