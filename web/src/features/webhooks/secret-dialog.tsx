import { Button } from '../../ui/button.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import * as t from './messages.ts'

/** Shown once: afterwards only a new one can be made. */
export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Dialog
    open
    keep
    onOpenChange={(open) => !open && onClose()}
    title={t.secretTitle}
    purpose={t.secretPurpose}
    footer={
      <Button variant="signal" onClick={onClose}>
        {t.saved}
      </Button>
    }
  >
    <div className="stack gap-4">
      <CopyRow label={t.secret} text={secret} />
      <Notice kind="wait">{t.secretOnce}</Notice>
    </div>
  </Dialog>
)
