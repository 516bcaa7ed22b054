import type { MerchantUser } from '@bitquay/contract/merchant-users'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
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
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t.changeUser({ name: user.name })}
      purpose={t.changeUserPurpose}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" variant="signal" busy={change.isPending}>
            {change.isPending ? t.saving : t.saveChanges}
          </Button>
        </>
      }
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
    </Dialog>
  )
}

/** Lists offer only what is allowed. */
const anyChoice = (_fields: { role: MerchantUser['role']; status: 'active' | 'inactive' }) => ({})
