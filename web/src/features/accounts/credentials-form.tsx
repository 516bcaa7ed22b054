import { loginForm } from '@bitquay/contract/accounts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../frame/screens.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, PasswordInput } from '../../ui/input.tsx'
import * as t from './messages.ts'

type CredentialsFormProps = {
  email: string
  busy: boolean
  /** What else the server asks for. */
  children?: ReactNode
  /** `refused` shows next to the password why it was not accepted. */
  onSubmit: (credentials: { email: string; password: string }, refused: (reason: string) => void) => void
}

const firstStep = loginForm.omit({ twoFactorToken: true })

export const CredentialsForm = ({ email, busy, children, onSubmit }: CredentialsFormProps) => {
  const { register, submit, errors, setError } = useContractForm(firstStep, { initial: { email, password: '' } })
  return (
    <Form onSubmit={submit((fields) => onSubmit(fields, (reason) => reason && setError('password', reason)))}>
      <Field label={t.email} error={errors.email}>
        <Input {...register('email')} type="email" autoComplete="username" inputMode="email" autoCapitalize="none" />
      </Field>
      <Field
        label={t.password}
        error={errors.password}
        aside={
          <Link className="link small" to={paths.resetPassword}>
            {t.forgot}
          </Link>
        }
      >
        <PasswordInput {...register('password')} autoComplete="current-password" />
      </Field>
      {children}
      <Button type="submit" variant="signal" size="lg" block busy={busy}>
        {busy ? t.signingIn : t.signIn}
      </Button>
      <p className="small muted">
        {t.newHere} <Link to={paths.getStarted}>{t.createAccount}</Link>
      </p>
    </Form>
  )
}
