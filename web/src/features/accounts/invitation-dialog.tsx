import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { type PersonRef, useSendInvitation } from './use-people.ts'

type InvitationDialogProps = { person: PersonRef; email: string; onClose: () => void }

/** For someone who has not chosen a password yet, and whose link is lost or has run out. */
export const InvitationDialog = ({ person, email, onClose }: InvitationDialogProps) => {
  const send = useSendInvitation()
  const code = useAdminCode()
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Send invitation again"
      purpose={`${email} gets a new link to choose a password. The link sent before stops working.`}
      confirm="Send invitation"
      confirming="Sending..."
      busy={send.isPending}
      onConfirm={() =>
        send.mutate(
          { person, proof: code.proof },
          {
            onSuccess: () => {
              onClose()
              toast({ title: 'Invitation Sent', description: `A new link is on its way to ${email}.` })
            },
            onError: (error) => {
              if (code.answered(error)) return
              toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to send the invitation') })
            },
          },
        )
      }
    >
      <OwnCodeField {...code} />
    </ConfirmDialog>
  )
}
