import { changePasswordForm } from '@bitquay/contract/accounts.security'
import type { Portal } from '@bitquay/contract/people'
import { messageOf } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format-date.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { PasswordInput } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useChangePassword, useSecurity } from './use-security.ts'

const empty = { currentPassword: '', newPassword: '' }

export const PasswordCard = ({ portal, email }: { portal: Portal; email: string }) => {
  const { data: security } = useSecurity(portal)
  const change = useChangePassword(portal)
  const { register, submit, reset, errors } = useContractForm(changePasswordForm, { initial: empty })
  const send = submit((passwords) =>
    change.mutate(passwords, {
      onSuccess: () => {
        reset(empty)
        toast({ title: t.passwordChangedToast, description: t.otherSessionsEnded })
      },
      onError: (error) =>
        toast({
          kind: 'bad',
          title: t.passwordFailedToast,
          description: messageOf(error, t.passwordFailed),
        }),
    }),
  )
  const changedAt = security?.lastPasswordChange
  return (
    <Card title={t.passwordCard} {...(changedAt ? { note: t.passwordChanged({ date: formatDate(changedAt) }) } : {})}>
      <Form onSubmit={send} className="stack gap-5">
        {/* Password managers file what they save under this name. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field label={t.currentPassword} error={errors.currentPassword}>
          <PasswordInput {...register('currentPassword')} autoComplete="current-password" />
        </Field>
        <Field label={t.newPassword} error={errors.newPassword} hint={t.passwordHint}>
          <PasswordInput {...register('newPassword')} autoComplete="new-password" />
        </Field>
        <div>
          <Button type="submit" busy={change.isPending}>
            {change.isPending ? t.changingPassword : t.changePassword}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
