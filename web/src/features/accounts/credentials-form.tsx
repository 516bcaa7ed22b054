import { loginForm } from '@bitquay/contract/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { paths } from '../../frame/screens.ts'
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
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(firstStep),
    defaultValues: { email, password: '' },
  })
  return (
    <Form onSubmit={handleSubmit(onSubmit)}>
      <Field label="Email" error={formState.errors.email?.message}>
        <Input {...register('email')} type="email" autoComplete="username" inputMode="email" autoCapitalize="none" />
      </Field>
      <Field
        label="Password"
        error={formState.errors.password?.message}
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
