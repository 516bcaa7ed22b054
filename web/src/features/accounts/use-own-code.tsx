import { type ComponentProps, useState } from 'react'
import { checkCode } from '../../lib/use-code-form.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { TwoFactorField } from '../../ui/two-factor-field.tsx'
import { checkRecoveryCode } from './check-recovery-code.ts'
import * as t from './messages.ts'

type Asked = {
  email?: string
  /** More about a code from the app that was not accepted. */
  help?: ComponentProps<typeof TwoFactorField>['help']
}

/** A code from the app or, for who has lost the phone, one of the recovery codes. */
export const useOwnCode = () => {
  const [recovering, setRecovering] = useState(false)
  const { fields, bind, errors, change, setError, submit } = useContractForm(
    recovering ? checkRecoveryCode : checkCode,
    { initial: { code: '' } },
  )
  return {
    submit: (onCode: (code: string) => void) => submit(({ code }) => onCode(code.trim())),
    refuse: (reason: string) => reason && setError('code', reason),
    field: ({ email, help }: Asked) =>
      recovering ? (
        <Field label={t.recoveryCode} error={errors.code} hint={email && t.recoveryCodeFor({ email })}>
          <Input
            className="mono"
            {...bind('code')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            ref={takeFocus}
            data-autofocus
          />
        </Field>
      ) : (
        <TwoFactorField
          label={t.code}
          value={fields.code}
          onValueChange={(value) => change('code', value)}
          error={errors.code}
          hint={email && t.codeFor({ email })}
          help={help}
          ref={takeFocus}
          data-autofocus
        />
      ),
    change: (
      <button
        type="button"
        className="link"
        onClick={() => {
          setRecovering(!recovering)
          change('code', '')
        }}
      >
        {recovering ? t.otherMethodApp : t.otherMethodRecovery}
      </button>
    ),
  }
}

/** It was asked for a moment ago, so the cursor belongs into the one field as soon as that is there. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus()
