import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import * as t from './messages.ts'

type IncidentDialogProps = {
  title: string
  purpose: string
  action: string
  busy: boolean
  onClose: () => void
  onSubmit: () => void
  children: ReactNode
}

/** The frame that posting, updating and resolving share. */
export const IncidentDialog = ({ title, purpose, action, busy, onClose, onSubmit, children }: IncidentDialogProps) => (
  <Dialog
    open
    onOpenChange={(open) => {
      if (!open) onClose()
    }}
    title={title}
    purpose={purpose}
    onSubmit={onSubmit}
    footer={
      <>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="submit" variant="signal" busy={busy}>
          {action}
        </Button>
      </>
    }
  >
    <div className="grid gap-5">{children}</div>
  </Dialog>
)
