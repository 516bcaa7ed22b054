import { requestResetForm } from '@bitquay/contract/auth'
import { useState } from 'react'
import { Link } from 'react-router'
import { AuthFrame } from '../../frame/auth-frame.tsx'
import { usePageTitle } from '../../frame/page-title.ts'
import { paths } from '../../frame/screens.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useRequestReset } from './use-password-reset.ts'

export const ForgotPassword = () => {
  usePageTitle('Forgot Password')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const request = useRequestReset()
  const { register, submit, errors } = useContractForm(requestResetForm, { initial: { email: '' } })
  const send = submit(({ email }) =>
    request.mutate(email, {
      onSuccess: () => {
        setSentTo(email)
        toast({
          title: 'Reset Link Sent',
          description: "If an account with that email exists, you'll receive a password reset link.",
        })
      },
      onError: (error) =>
        toast({ kind: 'bad', title: 'Request Failed', description: messageOf(error, 'Failed to send reset link') }),
    }),
  )

  if (sentTo) {
    return (
      <AuthFrame
        title="Check Your Email"
        purpose={
          <>
            If an account with <b>{sentTo}</b> exists, a link to reset its password is on its way.
          </>
        }
      >
        <div className="grid gap-4">
          <Button size="lg" block onClick={() => setSentTo(null)}>
            Send Another Link
          </Button>
          <p className="small muted">
            Nothing came? Look in the spam folder, too. <Link to={paths.login}>Back to Sign In</Link>
          </p>
        </div>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title="Forgot Password" purpose="Enter your email address and we will send you a link to reset it.">
      <Form onSubmit={send}>
        <Field label="Email" error={errors.email}>
          <Input {...register('email')} type="email" autoComplete="username" inputMode="email" autoCapitalize="none" />
        </Field>
        <Button type="submit" variant="signal" size="lg" block busy={request.isPending}>
          {request.isPending ? 'Sending...' : 'Send Reset Link'}
        </Button>
        <p className="small muted">
          Remembered it? <Link to={paths.login}>Back to Sign In</Link>
        </p>
      </Form>
    </AuthFrame>
  )
}
