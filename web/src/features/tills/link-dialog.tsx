import { Button } from '../../ui/button.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import * as t from './messages.ts'

type Props = {
  title: string
  purpose: string
  label: string
  codeLabel: string
  warning: string
  link: string
  onClose: () => void
}

/** A link that is shown once, to scan or to copy. */
export const LinkDialog = ({ title, purpose, label, codeLabel, warning, link, onClose }: Props) => (
  <Dialog
    open
    keep
    onOpenChange={(open) => !open && onClose()}
    title={title}
    purpose={purpose}
    footer={
      <Button variant="signal" onClick={onClose}>
        {t.done}
      </Button>
    }
  >
    <div className="stack gap-4">
      <div className="link-code">
        <QrCode text={link} label={codeLabel} size={220} />
      </div>
      <CopyRow label={label} text={link}>
        <div className="mono breaks">{link}</div>
      </CopyRow>
      <Notice kind="wait">{warning}</Notice>
    </div>
  </Dialog>
)
