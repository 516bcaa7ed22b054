import { merchantUserForm } from '@bitquay/contract/merchant-users'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, PasswordInput, Select } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useCreateUser } from './use-users.ts'

type AddUserDialogProps = { merchant: { id: number; storeName: string }; onClose: () => void }

export const AddUserDialog = ({ merchant, onClose }: AddUserDialogProps) => {
  const create = useCreateUser(merchant.id)
  const code = useAdminCode()
  const { register, submit, errors } = useContractForm(merchantUserForm, {
    initial: { name: '', email: '', password: '', role: 'user' as const },
  })
  const save = submit((fields) =>
    create.mutate(
      { ...fields, ...code.proof },
      {
        onSuccess: ({ name }) => {
          onClose()
          toast({ title: t.userCreatedToast, description: t.userCanSignIn({ name, store: merchant.storeName }) })
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({
            kind: 'bad',
            title: t.creationFailedToast,
            description: messageOf(error, t.createUserFailed),
          })
        },
      },
    ),
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t.addUser}
      purpose={t.addUserPurpose({ store: merchant.storeName })}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" variant="signal" busy={create.isPending}>
            {create.isPending ? t.creating : t.createUser}
          </Button>
        </>
      }
    >
      <Field label={t.name} error={errors.name}>
        <Input {...register('name')} autoComplete="off" maxLength={120} data-autofocus />
      </Field>
      <Field label={t.email} error={errors.email}>
        <Input {...register('email')} type="email" autoComplete="off" spellCheck={false} />
      </Field>
      <Field label={t.password} error={errors.password}>
        <PasswordInput {...register('password')} placeholder={t.passwordHint} autoComplete="new-password" />
      </Field>
      <Field label={t.role} hint={t.roleHint}>
        <Select {...register('role')}>
          <option value="user">{t.user}</option>
          <option value="admin">{t.admin}</option>
        </Select>
      </Field>
      <OwnCodeField {...code} />
    </Dialog>
  )
}
