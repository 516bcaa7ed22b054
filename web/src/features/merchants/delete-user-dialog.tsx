import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { ChosenUser } from './chosen-user.ts'
import * as t from './messages.ts'
import { useDeleteUser } from './use-users.ts'

export const DeleteUserDialog = ({ user, onClose }: { user: ChosenUser; onClose: () => void }) => {
  const remove = useDeleteUser()
  const code = useAdminCode()
  return (
    <FormDialog
      onClose={onClose}
      title={t.deleteUserOf({ name: user.name })}
      purpose={t.deleteUserPurpose({ email: user.email })}
      confirm={t.deleteUser}
      confirming={t.deleting}
      bad
      busy={remove.isPending}
      onSubmit={() =>
        remove.mutate(
          { id: user.id, ...code.proof },
          {
            onSuccess: () => {
              onClose()
              toast({ title: t.userDeletedToast, description: t.userLostAccess({ name: user.name }) })
            },
            onError: (error) => {
              if (code.answered(error)) return
              toast({
                kind: 'bad',
                title: t.deletionFailedToast,
                description: messageOf(error, t.deleteUserFailed),
              })
            },
          },
        )
      }
    >
      <OwnCodeField {...code} />
    </FormDialog>
  )
}
