import type { ComponentProps } from 'react'
import { FormDialog } from '../ui/form-dialog.tsx'
import { toast } from '../ui/toast-store.ts'
import * as t from './messages.ts'
import { OwnCodeField } from './own-code-field.tsx'

type Change = { isActive: boolean; twoFactorToken?: string }

type ActivationDialogProps = {
  name: string
  isActive: boolean
  /** What it means to close it, or to open it again. */
  purpose: { deactivate: string; activate: string }
  action: {
    isPending: boolean
    mutate: (change: Change, told: { onSuccess: () => void; onError: (error: Error) => void }) => void
  }
  code: ComponentProps<typeof OwnCodeField> & {
    proof: { twoFactorToken?: string }
    answered: (error: Error) => boolean
  }
  explain: (error: Error, otherwise: string) => string
  texts: { deactivated: string; activated: string; failed: string }
  onClose: () => void
}

/** Asks once more, and for the admin's own code, before someone's account is closed, or opened again. */
export const ActivationDialog = (props: ActivationDialogProps) => {
  const { name, isActive, purpose, action, code, explain, texts, onClose } = props
  return (
    <FormDialog
      {...(isActive
        ? { title: t.deactivateName({ name }), confirm: t.deactivate, confirming: t.deactivating }
        : { title: t.activateName({ name }), confirm: t.activate, confirming: t.activating })}
      purpose={isActive ? purpose.deactivate : purpose.activate}
      bad={isActive}
      busy={action.isPending}
      onClose={onClose}
      onSubmit={() =>
        action.mutate(
          { isActive: !isActive, ...code.proof },
          {
            onSuccess: () => {
              onClose()
              toast({ title: isActive ? texts.deactivated : texts.activated, description: name })
            },
            onError: (error) => {
              if (code.answered(error)) return
              toast({ kind: 'bad', title: t.errorToast, description: explain(error, texts.failed) })
            },
          },
        )
      }
    >
      <OwnCodeField {...code} />
    </FormDialog>
  )
}
