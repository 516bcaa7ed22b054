import { loginForm } from '@bitquay/contract/auth'
import { Link } from 'react-router'
import { paths } from '../../frame/screens.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, PasswordInput } from '../../ui/input.tsx'

type CredentialsFormProps = {
  email: string
  busy: boolean
  onSubmit: (credentials: { email: string; password: string }) => void
}

const firstStep = loginForm.omit({ twoFactorToken: true })

export const CredentialsForm = ({ email, busy, onSubmit }: CredentialsFormProps) => {
  const { register, submit, errors } = useContractForm(firstStep, { initial: { email, password: '' } })
  return (
    <Form onSubmit={submit(onSubmit)}>
      <Field label="Email" error={errors.email}>
        <Input {...register('email')} type="email" autoComplete="username" inputMode="email" autoCapitalize="none" />
      </Field>
      <Field
        label="Password"
        error={errors.password}
        aside={
          <Link className="link small" to={paths.resetPassword}>
            Forgot your password?
          </Link>
        }
      >
        <PasswordInput {...register('password')} autoComplete="current-password" />
      </Field>
      <Button type="submit" variant="signal" size="lg" block busy={busy}>
        {busy ? 'Signing In...' : 'Sign In'}
      </Button>
      <p className="small muted">
        New here? <Link to={paths.getStarted}>Create a Merchant Account</Link>
      </p>
    </Form>
  )
}
