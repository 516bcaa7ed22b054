import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import * as t from './messages.ts'

type ConfirmDialogProps = {
  onClose: () => void
  title: string
  purpose: string
  /** What the button says, and what it says while it happens. */
  confirm: string
  confirming: string
  /** Takes something away. */
  bad?: boolean
  busy: boolean
  onConfirm: () => void
  children?: ReactNode
}

/** Asks once more before something that is not easily undone. It is drawn while it is asked. */
export const ConfirmDialog = ({
  onClose,
  title,
  purpose,
  confirm,
  confirming,
  bad = false,
  busy,
  onConfirm,
  children,
}: ConfirmDialogProps) => (
  <Dialog
    open
    onOpenChange={(open) => {
      if (!open) onClose()
    }}
    title={title}
    purpose={purpose}
    onSubmit={onConfirm}
    footer={
      <>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="submit" variant={bad ? 'bad' : 'signal'} busy={busy}>
          {busy ? confirming : confirm}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
)
