import type { Portal } from '@bitquay/contract/people'
import { changePasswordForm } from '@bitquay/contract/security'
import { messageOf } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format-date.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { PasswordInput } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
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
        toast({ title: 'Password Changed', description: 'Every other session of yours was signed out.' })
      },
      onError: (error) =>
        toast({
          kind: 'bad',
          title: 'Password Change Failed',
          description: messageOf(error, 'Failed to change password'),
        }),
    }),
  )
  const changedAt = security?.lastPasswordChange
  return (
    <Card title="Password" {...(changedAt ? { note: `changed ${formatDate(changedAt)}` } : {})} span={7}>
      <Form onSubmit={send} className="grid gap-5">
        {/* Password managers file what they save under this name. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field label="Current password" error={errors.currentPassword}>
          <PasswordInput {...register('currentPassword')} autoComplete="current-password" />
        </Field>
        <Field
          label="New password"
          error={errors.newPassword}
          hint="At least 8 characters, with upper case, lower case, a number and a special character."
        >
          <PasswordInput {...register('newPassword')} autoComplete="new-password" />
        </Field>
        <div>
          <Button type="submit" variant="signal" busy={change.isPending}>
            {change.isPending ? 'Changing Password...' : 'Change Password'}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
