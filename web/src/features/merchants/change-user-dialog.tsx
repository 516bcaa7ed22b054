import type { MerchantUser } from '@bitquay/contract/merchants.users'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Select } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { ChosenUser } from './chosen-user.ts'
import * as t from './messages.ts'
import { useChangeUser } from './use-users.ts'

/** Changes a user's role and whether they can sign in. */
export const ChangeUserDialog = ({ user, onClose }: { user: ChosenUser; onClose: () => void }) => {
  const change = useChangeUser()
  const code = useAdminCode()
  const { register, submit } = useContractForm(anyChoice, {
    initial: { role: user.role, status: user.isActive ? 'active' : 'inactive' },
  })
  const save = submit(({ role, status }) =>
    change.mutate(
      { id: user.id, role, isActive: status === 'active', ...code.proof },
      {
        onSuccess: () => {
          onClose()
          toast({ title: t.userChangedToast, description: user.name })
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.changeUserFailed) })
        },
      },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.changeUser({ name: user.name })}
      purpose={t.changeUserPurpose}
      confirm={t.saveChanges}
      confirming={t.saving}
      busy={change.isPending}
      onSubmit={save}
    >
      <Field label={t.role}>
        <Select {...register('role')}>
          <option value="user">{t.user}</option>
          <option value="admin">{t.admin}</option>
        </Select>
      </Field>
      <Field label={t.status}>
        <Select {...register('status')}>
          <option value="active">{t.active}</option>
          <option value="inactive">{t.inactive}</option>
        </Select>
      </Field>
      <OwnCodeField {...code} />
    </FormDialog>
  )
}

/** Lists offer only what is allowed. */
const anyChoice = (_fields: { role: MerchantUser['role']; status: 'active' | 'inactive' }) => ({})
