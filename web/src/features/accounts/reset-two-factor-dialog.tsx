import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { type PersonRef, useResetTwoFactor } from './use-people.ts'

type ResetTwoFactorDialogProps = { person: PersonRef; email: string; onClose: () => void }

/** For someone who has lost phone and recovery codes. */
export const ResetTwoFactorDialog = ({ person, email, onClose }: ResetTwoFactorDialogProps) => {
  const reset = useResetTwoFactor()
  const code = useAdminCode()
  return (
    <FormDialog
      onClose={onClose}
      title={t.resetTwoFactor}
      purpose={t.resetTwoFactorPurpose({ email })}
      confirm={t.resetButton}
      confirming={t.resettingTwoFactor}
      bad
      busy={reset.isPending}
      onSubmit={() =>
        reset.mutate(
          { person, proof: code.proof },
          {
            onSuccess: () => {
              onClose()
              toast({ title: t.resetToast, description: t.resetDoneFor({ email }) })
            },
            onError: (error) => {
              if (code.answered(error)) return
              toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.resetTwoFactorFailed) })
            },
          },
        )
      }
    >
      <OwnCodeField {...code} />
    </FormDialog>
  )
}
