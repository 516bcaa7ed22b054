import { CodeField, CodeNeeded } from '../../frame/code-field.tsx'
import { portalPaths } from '../../frame/portal-screens.ts'
import { useUser } from '../../lib/session.ts'
import { Field } from '../../ui/field.tsx'
import { Input, MoneyInput } from '../../ui/input.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import type { WithdrawalForm } from './use-withdrawal.ts'
import './withdrawal-fields.css'
import * as t from './messages.ts'

type WithdrawalFieldsProps = {
  form: WithdrawalForm
  /** The amount in bitcoin. */
  conversion: string | undefined
  /** An estimate. It's deducted from the amount. */
  networkFeeUsd: string
  useMax?: (() => void) | undefined
}

/** The fields that both forms have. */
export const WithdrawalInputs = ({
  form: { fields, bind, errors, change, amountInput },
  conversion,
  networkFeeUsd,
  useMax,
}: WithdrawalFieldsProps) => (
  <>
    <Field
      label={t.amountUsd}
      error={errors.amount}
      hint={
        conversion === undefined
          ? t.feeHint({ fee: formatUsd(networkFeeUsd) })
          : t.convertedFeeHint({ conversion, fee: formatUsd(networkFeeUsd) })
      }
      aside={
        useMax && (
          <button type="button" className="link small use-max" onClick={useMax}>
            {t.maxAction}
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
        {...amountInput}
      />
    </Field>
    <Field label={t.bitcoinAddress} error={errors.btcAddress}>
      <Input className="mono" autoComplete="off" autoCapitalize="none" spellCheck={false} {...bind('btcAddress')} />
    </Field>
    {useUser().twoFactorEnabled && (
      <CodeField
        value={fields.twoFactorToken}
        error={errors.twoFactorToken}
        hint={t.codeHint}
        onValueChange={(code) => change('twoFactorToken', code)}
      />
    )}
  </>
)

/** Withdrawals require 2FA. Without it there is no code to type, so the first step is to set it up. */
export const NeedsTwoFactor = () => <CodeNeeded sentence={t.codeNeeded} setUpAt={portalPaths.partner.settings} />
