import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { type PersonRef, useSendInvitation } from './use-people.ts'

type InvitationDialogProps = { person: PersonRef; email: string; onClose: () => void }

/** For someone who has not chosen a password yet, and whose link is lost or has run out. */
export const InvitationDialog = ({ person, email, onClose }: InvitationDialogProps) => {
  const send = useSendInvitation()
  const code = useAdminCode()
  return (
    <FormDialog
      onClose={onClose}
      title={t.resendTitle}
      purpose={t.resendPurpose({ email })}
      confirm={t.resend}
      confirming={t.sending}
      busy={send.isPending}
      onSubmit={() =>
        send.mutate(
          { person, proof: code.proof },
          {
            onSuccess: () => {
              onClose()
              toast({ title: t.resentToast, description: t.resent({ email }) })
            },
            onError: (error) => {
              if (code.answered(error)) return
              toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.resendFailed) })
            },
          },
        )
      }
    >
      <OwnCodeField {...code} />
    </FormDialog>
  )
}
