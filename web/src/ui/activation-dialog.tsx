import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type ActivationDialogProps = {
  name: string
  isActive: boolean
  /** What it means to close it, or to open it again. */
  purpose: { deactivate: string; activate: string }
  busy: boolean
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}

/** Asks once more before someone's account is closed, or opened again. */
export const ActivationDialog = ({ name, isActive, purpose, ...rest }: ActivationDialogProps) => (
  <ConfirmDialog
    {...rest}
    {...(isActive
      ? { title: `Deactivate ${name}`, confirm: 'Deactivate', confirming: 'Deactivating...' }
      : { title: `Activate ${name}`, confirm: 'Activate', confirming: 'Activating...' })}
    purpose={isActive ? purpose.deactivate : purpose.activate}
    bad={isActive}
  />
)
