import { resetPasswordForm } from '@bitquay/contract/auth'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { AuthFrame } from '../../frame/auth-frame.tsx'
import { usePageTitle } from '../../frame/page-title.ts'
import { paths } from '../../frame/screens.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { PasswordInput } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useResetPassword } from './use-password-reset.ts'

const redirectAfterMs = 2_000
const form = resetPasswordForm.omit({ token: true })

export const ChoosePassword = ({ token }: { token: string }) => {
  usePageTitle('Reset Password')
  const navigate = useNavigate()
  const reset = useResetPassword()
  const { register, submit, errors } = useContractForm(form, { initial: { newPassword: '' } })

  useEffect(() => {
    if (!reset.isSuccess || reset.data.user) return
    const timer = setTimeout(() => void navigate(paths.login, { replace: true }), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [reset.isSuccess, reset.data, navigate])

  const send = submit(({ newPassword }) =>
    reset.mutate(
      { token, newPassword },
      {
        onSuccess: ({ user }) => {
          if (user) void navigate(paths.home, { replace: true })
          else
            toast({
              title: 'Password Reset Successful',
              description: 'Your password has been reset. You can now log in with your new password.',
            })
        },
        onError: (error) =>
          toast({ kind: 'bad', title: 'Reset Failed', description: messageOf(error, 'Failed to reset password') }),
      },
    ),
  )

  if (reset.isSuccess) {
    return (
      <AuthFrame title="Password Reset Successful" purpose="You can now log in with your new password.">
        <ButtonLink variant="signal" size="lg" block to={paths.login}>
          Sign In
        </ButtonLink>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title="Reset Password" purpose="Choose a new password. Every session of yours will be signed out.">
      <Form onSubmit={send}>
        <Field
          label="New password"
          error={errors.newPassword}
          hint="At least 8 characters, with uppercase, lowercase, number and special character."
        >
          <PasswordInput {...register('newPassword')} autoComplete="new-password" />
        </Field>
        {reset.isError && (
          <Notice kind="bad">
            {messageOf(reset.error, 'Failed to reset password')}{' '}
            <Link className="link" to={paths.resetPassword}>
              Ask for a new link
            </Link>
          </Notice>
        )}
        <Button type="submit" variant="signal" size="lg" block busy={reset.isPending}>
          {reset.isPending ? 'Resetting Password...' : 'Reset Password'}
        </Button>
        <p className="small muted">
          <Link to={paths.login}>Back to Sign In</Link>
        </p>
      </Form>
    </AuthFrame>
  )
}
