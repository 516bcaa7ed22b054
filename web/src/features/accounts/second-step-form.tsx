import { type ReactNode, useState } from 'react'
import { HelpLink } from '../../frame/help-link.tsx'
import { checkCode } from '../../lib/use-code-form.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { TwoFactorField } from '../../ui/two-factor-field.tsx'
import { checkRecoveryCode } from './check-recovery-code.ts'
import * as t from './messages.ts'

type SecondStepFormProps = {
  email: string
  busy: boolean
  /** What else the server asks for. */
  children?: ReactNode
  /** `refused` shows next to the code why it was not accepted. */
  onSubmit: (twoFactorToken: string, refused: (reason: string) => void) => void
  /** Back to the e-mail address and the password. */
  onStartOver: () => void
}

/** A code from the app, or one of the recovery codes. */
export const SecondStepForm = ({ email, busy, children, onSubmit, onStartOver }: SecondStepFormProps) => {
  const [recovering, setRecovering] = useState(false)
  const { fields, bind, errors, change, setError, submit } = useContractForm(
    recovering ? checkRecoveryCode : checkCode,
    {
      initial: { code: '' },
    },
  )
  return (
    <Form onSubmit={submit(({ code }) => onSubmit(code.trim(), (reason) => reason && setError('code', reason)))}>
      {recovering ? (
        <Field label={t.recoveryCode} error={errors.code} hint={t.recoveryCodeFor({ email })}>
          <Input
            className="mono"
            {...bind('code')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            ref={takeFocus}
          />
        </Field>
      ) : (
        <TwoFactorField
          label={t.code}
          value={fields.code}
          onValueChange={(value) => change('code', value)}
          error={errors.code}
          hint={t.codeFor({ email })}
          help={<HelpLink about="code-at-sign-in" />}
          ref={takeFocus}
        />
      )}
      {children}
      <Button type="submit" variant="signal" size="lg" block busy={busy}>
        {busy ? t.verifying : t.verify}
      </Button>
      <p className="small flex wraps between gap-x-6 gap-y-2">
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
        <button type="button" className="link" onClick={onStartOver}>
          {t.otherAccount}
        </button>
      </p>
    </Form>
  )
}

/** The step was asked for a moment ago, so the cursor belongs into its one field as soon as that is there. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus()
