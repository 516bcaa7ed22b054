import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import * as t from './messages.ts'

type FormDialogProps = {
  onClose: () => void
  title: string
  purpose?: ReactNode
  /** What the button says, and what it says while it happens. */
  confirm: string
  confirming?: string
  /** What the other button says. */
  cancel?: string
  /** Takes something away. */
  bad?: boolean
  busy: boolean
  disabled?: boolean
  onSubmit: () => void
  children?: ReactNode
}

/** A form or a question with two buttons: one closes it, the other one does it. It is drawn while it is open. */
export const FormDialog = ({
  onClose,
  title,
  purpose,
  confirm,
  confirming = confirm,
  cancel = t.cancel,
  bad = false,
  busy,
  disabled = false,
  onSubmit,
  children,
}: FormDialogProps) => (
  <Dialog
    open
    onOpenChange={(stays) => !stays && onClose()}
    title={title}
    purpose={purpose}
    keep={busy}
    onSubmit={onSubmit}
    footer={
      <>
        <Button onClick={onClose}>{cancel}</Button>
        <Button type="submit" variant={bad ? 'bad' : 'signal'} busy={busy} disabled={disabled}>
          {busy ? confirming : confirm}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
)
