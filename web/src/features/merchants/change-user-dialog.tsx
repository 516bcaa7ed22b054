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
import { useChangeUser } from './use-users.ts'

/** What someone may do, and whether they may sign in at all. */
export const ChangeUserDialog = ({ user, onClose }: { user: MerchantUser; onClose: () => void }) => {
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
          toast({ title: 'User Changed', description: user.name })
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to change merchant user') })
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
      title={`Change ${user.name}`}
      purpose="Whoever is made inactive is signed out at once."
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="signal" busy={change.isPending}>
            {change.isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </>
      }
    >
      <Field label="Role">
        <Select {...register('role')}>
          <option value="user">User</option>
          <option value="admin">Admin</option>
        </Select>
      </Field>
      <Field label="Status">
        <Select {...register('status')}>
          <option value="active">Active</option>
          <option value="inactive">Inactive</option>
        </Select>
      </Field>
      <OwnCodeField {...code} />
    </Dialog>
  )
}

/** Lists offer only what is allowed. */
const anyChoice = (_fields: { role: MerchantUser['role']; status: 'active' | 'inactive' }) => ({})
