import { Button } from '../../ui/button.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Shown once: afterwards only a new one can be made. */
export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Dialog
    open
    keep
    onOpenChange={(open) => !open && onClose()}
    title="Signing secret"
    purpose="Your server checks with it that a message is from us and was not changed."
    footer={
      <Button variant="signal" onClick={onClose}>
        I have stored it
      </Button>
    }
  >
    <div className="grid gap-4">
      <CopyRow label="Secret" text={secret} />
      <Notice kind="wait">This is the only time it is shown. If you lose it, rotate it.</Notice>
    </div>
  </Dialog>
)
