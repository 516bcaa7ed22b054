import { resetPasswordForm } from '@bitquay/contract/accounts'
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
import * as t from './messages.ts'
import { useResetPassword } from './use-password-reset.ts'

const redirectAfterMs = 2_000
const form = resetPasswordForm.omit({ token: true })

export const ChoosePassword = ({ token }: { token: string }) => {
  usePageTitle(t.resetTitle)
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
              title: t.resetDone,
              description: t.resetDoneToast,
            })
        },
        onError: (error) =>
          toast({ kind: 'bad', title: t.resetFailedToast, description: messageOf(error, t.resetFailed) }),
      },
    ),
  )

  if (reset.isSuccess) {
    return (
      <AuthFrame title={t.resetDone} purpose={t.resetDonePurpose}>
        <ButtonLink variant="signal" size="lg" block to={paths.login}>
          {t.signIn}
        </ButtonLink>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t.resetTitle} purpose={t.resetPurpose}>
      <Form onSubmit={send}>
        <Field label={t.newPassword} error={errors.newPassword} hint={t.resetHint}>
          <PasswordInput {...register('newPassword')} autoComplete="new-password" />
        </Field>
        {reset.isError && (
          <Notice kind="bad">
            {messageOf(reset.error, t.resetFailed)}{' '}
            <Link className="link" to={paths.resetPassword}>
              {t.requestNewLink}
            </Link>
          </Notice>
        )}
        <Button type="submit" variant="signal" size="lg" block busy={reset.isPending}>
          {reset.isPending ? t.resetting : t.resetTitle}
        </Button>
        <p className="small muted">
          <Link to={paths.login}>{t.backToSignIn}</Link>
        </p>
      </Form>
    </AuthFrame>
  )
}
