import { languageNames, languages } from '@bitquay/contract/languages'
import type { FieldSentences } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { Input, Select, Textarea } from '../../ui/input.tsx'
import { SwitchRow } from '../../ui/switch.tsx'
import * as t from './messages.ts'
import type { OptionFields as Fields } from './option-form.ts'

type OptionFieldsProps = {
  fields: Fields
  errors: FieldSentences<Fields>
  change: {
    (name: Typed, value: string): void
    (name: 'redirectAutomatically', value: boolean): void
  }
}

type Typed = Exclude<keyof Fields, 'redirectAutomatically'>

/** How an invoice is paid and what happens around it. Every field may stay empty. */
export const OptionFields = ({ fields, errors, change }: OptionFieldsProps) => {
  const bind = (name: Typed) => ({
    value: fields[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  })
  return (
    <div className="stack gap-4">
      <div className="stack gap-4 pairs">
        <Field label={t.expiresAfter} optional error={errors.expirationMinutes}>
          <Input inputMode="numeric" maxLength={6} placeholder="15" {...bind('expirationMinutes')} />
        </Field>
        <Field label={t.tolerance} optional error={errors.paymentTolerance}>
          <Input inputMode="decimal" maxLength={6} placeholder="0" {...bind('paymentTolerance')} />
        </Field>
        <Field label={t.payWith}>
          <Select {...bind('methods')}>
            <option value="">{t.anyMethod}</option>
            <option value="on-chain">{t.onChainOnly}</option>
            <option value="lightning">{t.lightningOnly}</option>
          </Select>
        </Field>
        <Field label={t.confirmationsNeeded} hint={t.confirmationsHint}>
          <Select {...bind('confirmations')}>
            <option value="">{t.usualConfirmations}</option>
            {[0, 1, 2, 6].map((count) => (
              <option key={count}>{count}</option>
            ))}
          </Select>
        </Field>
        <Field label={t.lightningUpTo} optional error={errors.lightningMax}>
          <Input inputMode="decimal" maxLength={20} {...bind('lightningMax')} />
        </Field>
        <Field label={t.onChainFrom} optional error={errors.onChainMin}>
          <Input inputMode="decimal" maxLength={20} {...bind('onChainMin')} />
        </Field>
        <Field label={t.language}>
          <Select {...bind('language')}>
            <option value="">{t.customersLanguage}</option>
            {languages.map((language) => (
              <option key={language} value={language}>
                {languageNames[language]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t.orderId} optional>
          <Input maxLength={100} {...bind('orderId')} />
        </Field>
      </div>
      <Field
        label={t.redirectUrl}
        optional
        hint={t.redirectHint({ invoiceId: '{InvoiceId}', orderId: '{OrderId}' })}
        error={errors.redirectUrl}
      >
        <Input type="url" maxLength={1000} placeholder="https://" {...bind('redirectUrl')} />
      </Field>
      <SwitchRow
        name={t.redirectAutomatically}
        checked={fields.redirectAutomatically}
        onChange={(on) => change('redirectAutomatically', on)}
      />
      <Field label={t.cancelUrl} optional error={errors.cancelUrl}>
        <Input type="url" maxLength={1000} placeholder="https://" {...bind('cancelUrl')} />
      </Field>
      <Field label={t.metadata} optional hint={t.metadataHint} error={errors.metadata}>
        <Textarea rows={2} {...bind('metadata')} />
      </Field>
    </div>
  )
}
