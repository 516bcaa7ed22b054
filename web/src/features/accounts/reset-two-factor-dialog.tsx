import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { type PersonRef, useResetTwoFactor } from './use-people.ts'

type ResetTwoFactorDialogProps = { person: PersonRef; email: string; onClose: () => void }

/** For someone who has lost phone and recovery codes. */
export const ResetTwoFactorDialog = ({ person, email, onClose }: ResetTwoFactorDialogProps) => {
  const reset = useResetTwoFactor()
  const code = useAdminCode()
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Reset two-factor authentication"
      purpose={`Make sure that it is really ${email} who asked. They are signed out everywhere, told by e-mail, and sign in with their password alone until they set it up again.`}
      confirm="Reset 2FA"
      confirming="Resetting..."
      bad
      busy={reset.isPending}
      onConfirm={() =>
        reset.mutate(
          { person, proof: code.proof },
          {
            onSuccess: () => {
              onClose()
              toast({ title: '2FA Reset', description: `${email} can sign in with the password alone.` })
            },
            onError: (error) => {
              if (code.answered(error)) return
              toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to reset 2FA') })
            },
          },
        )
      }
    >
      <OwnCodeField {...code} />
    </ConfirmDialog>
  )
}
