import { zeroConfirmationForm } from '@bitquay/contract/merchants'
import { Field } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/input.tsx'
import * as t from './messages.ts'
import { type Settings, SettingsForm } from './settings-form.tsx'

/** Up to which amount an unconfirmed payment counts. */
export const ZeroConfirmationCard = ({ settings }: { settings: Settings }) => (
  <SettingsForm
    settings={settings}
    rules={zeroConfirmationForm}
    current={({ zeroConfirmationLimitUsd }) => ({ zeroConfirmationLimitUsd })}
    names={{ zeroConfirmationLimitUsd: t.unsavedLimit }}
    toChange={(checked) => checked}
  >
    {({ bind, fields, errors }) => (
      <Field label={t.zeroLimit} hint={t.zeroLimitHint} error={errors.zeroConfirmationLimitUsd}>
        <MoneyInput
          {...bind('zeroConfirmationLimitUsd')}
          value={String(fields.zeroConfirmationLimitUsd)}
          readOnly={settings.role === 'user'}
        />
      </Field>
    )}
  </SettingsForm>
)
