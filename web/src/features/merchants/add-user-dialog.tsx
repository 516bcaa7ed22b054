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
          toast({ title: 'User Created', description: `${name} can sign in for ${merchant.storeName}.` })
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({
            kind: 'bad',
            title: 'Creation Failed',
            description: messageOf(error, 'Failed to create merchant user'),
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
      title="Add User"
      purpose={`Someone who signs in for ${merchant.storeName}.`}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="signal" busy={create.isPending}>
            {create.isPending ? 'Creating...' : 'Create User'}
          </Button>
        </>
      }
    >
      <Field label="Name" error={errors.name}>
        <Input {...register('name')} autoComplete="off" maxLength={120} data-autofocus />
      </Field>
      <Field label="Email" error={errors.email}>
        <Input {...register('email')} type="email" autoComplete="off" spellCheck={false} />
      </Field>
      <Field label="Password" error={errors.password}>
        <PasswordInput {...register('password')} placeholder="At least 8 characters" autoComplete="new-password" />
      </Field>
      <Field
        label="Role"
        hint="Users see everything and create invoices. Admins also withdraw, change settings and keep API keys."
      >
        <Select {...register('role')}>
          <option value="user">User</option>
          <option value="admin">Admin</option>
        </Select>
      </Field>
      <OwnCodeField {...code} />
    </Dialog>
  )
}
