import { messageOf } from '../../lib/api-error.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useSendPasswordReset } from './use-people.ts'

/** Emails someone the same link that they could ask for on the sign-in page. */
export const PasswordResetDialog = ({ email, onClose }: { email: string; onClose: () => void }) => {
  const send = useSendPasswordReset()
  return (
    <FormDialog
      onClose={onClose}
      title={t.sendResetTitle}
      purpose={t.sendResetPurpose({ email })}
      confirm={t.sendReset}
      confirming={t.sending}
      busy={send.isPending}
      onSubmit={() =>
        send.mutate(email, {
          onSuccess: () => {
            onClose()
            toast({ title: t.resetSentToast, description: t.resetSent({ email }) })
          },
          onError: (error) =>
            toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.sendResetFailed) }),
        })
      }
    />
  )
}
