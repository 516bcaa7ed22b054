import { requestResetForm } from '@bitquay/contract/accounts'
import { useState } from 'react'
import { Link } from 'react-router'
import { AuthFrame } from '../../frame/auth-frame.tsx'
import { usePageTitle } from '../../frame/page-title.ts'
import { paths } from '../../frame/screens.ts'
import { messageOf } from '../../lib/api-error.ts'
import { fillMessage } from '../../lib/fill-message.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useRequestReset } from './use-password-reset.ts'

export const ForgotPassword = () => {
  usePageTitle(t.forgotTitle)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const request = useRequestReset()
  const { register, submit, errors } = useContractForm(requestResetForm, { initial: { email: '' } })
  const send = submit(({ email }) =>
    request.mutate(email, {
      onSuccess: () => {
        setSentTo(email)
        toast({
          title: t.linkSentToast,
          description: t.linkSent,
        })
      },
      onError: (error) =>
        toast({ kind: 'bad', title: t.requestFailedToast, description: messageOf(error, t.requestFailed) }),
    }),
  )

  if (sentTo) {
    return (
      <AuthFrame title={t.checkEmail} purpose={fillMessage(t.linkSentTo, { email: <b>{sentTo}</b> })}>
        <div className="stack gap-4">
          <Button size="lg" block onClick={() => setSentTo(null)}>
            {t.sendAnother}
          </Button>
          <p className="small muted">
            {fillMessage(t.nothingReceived, { link: <Link to={paths.login}>{t.backToSignIn}</Link> })}
          </p>
        </div>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t.forgotTitle} purpose={t.forgotPurpose}>
      <Form onSubmit={send}>
        <Field label={t.email} error={errors.email}>
          <Input {...register('email')} type="email" autoComplete="username" inputMode="email" autoCapitalize="none" />
        </Field>
        <Button type="submit" variant="signal" size="lg" block busy={request.isPending}>
          {request.isPending ? t.sendingLink : t.sendLink}
        </Button>
        <p className="small muted">
          {fillMessage(t.remembered, { link: <Link to={paths.login}>{t.backToSignIn}</Link> })}
        </p>
      </Form>
    </AuthFrame>
  )
}
