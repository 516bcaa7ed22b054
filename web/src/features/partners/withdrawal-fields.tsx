import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { Field } from '../../ui/field.tsx'
import { Input, MoneyInput } from '../../ui/input.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { TwoFactorField } from '../../ui/two-factor-field.tsx'
import type { WithdrawalForm } from './use-withdrawal.ts'
import './withdrawal-fields.css'

type WithdrawalFieldsProps = {
  form: WithdrawalForm
  /** What one bitcoin costs, to say what the dollars are. */
  conversion: string | undefined
  /** What the network will take from the amount, about. */
  networkFeeUsd: string
  useMax?: (() => void) | undefined
}

/** The three fields that both forms have. */
export const WithdrawalInputs = ({
  form: { fields, bind, errors, change },
  conversion,
  networkFeeUsd,
  useMax,
}: WithdrawalFieldsProps) => (
  <>
    <Field
      label="Amount (USD)"
      error={errors.amount}
      hint={`${conversion === undefined ? '' : `${conversion}. `}About ${formatUsd(networkFeeUsd)} network fee is deducted from it.`}
      aside={
        useMax && (
          <button type="button" className="link small use-max" onClick={useMax}>
            Use Max
          </button>
        )
      }
    >
      <MoneyInput
        className="plain-number"
        type="number"
        min="1"
        step="1.00"
        data-autofocus
        placeholder="0.00"
        {...bind('amount')}
      />
    </Field>
    <Field label="Bitcoin address" error={errors.btcAddress}>
      <Input className="mono" autoComplete="off" autoCapitalize="none" spellCheck={false} {...bind('btcAddress')} />
    </Field>
    <TwoFactorField
      label="2FA code"
      value={fields.twoFactorToken}
      error={errors.twoFactorToken}
      hint="From your authenticator app. A code works once."
      onValueChange={(code) => change('twoFactorToken', code)}
    />
  </>
)

/** Without a second factor nothing leaves. */
export const NeedsTwoFactor = () => (
  <Notice kind="wait">
    2FA must be set up before you can withdraw.{' '}
    <Link className="link" to={portalPaths.partner.settings}>
      Security Settings
    </Link>
  </Notice>
)
