import type { MerchantUser } from '@bitquay/contract/merchant-users'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useDeleteUser } from './use-users.ts'

export const DeleteUserDialog = ({ user, onClose }: { user: MerchantUser; onClose: () => void }) => {
  const remove = useDeleteUser()
  const code = useAdminCode()
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${user.name}`}
      purpose={`${user.email} is signed out at once and loses access for good. What they did stays in the act log.`}
      confirm="Delete User"
      confirming="Deleting..."
      bad
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(
          { id: user.id, ...code.proof },
          {
            onSuccess: () => {
              onClose()
              toast({ title: 'User Deleted', description: `${user.name} no longer has access.` })
            },
            onError: (error) => {
              if (code.answered(error)) return
              toast({
                kind: 'bad',
                title: 'Deletion Failed',
                description: messageOf(error, 'Failed to delete merchant user'),
              })
            },
          },
        )
      }
    >
      <OwnCodeField {...code} />
    </ConfirmDialog>
  )
}
