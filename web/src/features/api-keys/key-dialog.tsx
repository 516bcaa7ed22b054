import { Button } from '../../ui/button.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import * as t from './messages.ts'

/** Shown once: afterwards only a new one can be made. */
export const KeyDialog = ({ apiKey, onClose }: { apiKey: string; onClose: () => void }) => (
  <Dialog
    open
    keep
    onOpenChange={(open) => !open && onClose()}
    title={t.yourKey}
    purpose={t.yourKeyPurpose}
    footer={
      <Button variant="signal" onClick={onClose}>
        {t.saved}
      </Button>
    }
  >
    <div className="stack gap-4">
      <CopyRow label={t.apiKey} text={apiKey}>
        <div className="mono whole-key breaks">{apiKey}</div>
      </CopyRow>
      <CopyRow label={t.tryIt} text={trial(apiKey)}>
        <pre className="mono try-it breaks">{trial(apiKey)}</pre>
      </CopyRow>
      <Notice kind="wait">{t.onlyOnce}</Notice>
    </div>
  </Dialog>
)

const trial = (apiKey: string) => `curl ${location.origin}/api/v1/balances \\\n  -H "Authorization: Bearer ${apiKey}"`
