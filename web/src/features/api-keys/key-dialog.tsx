import { Button } from '../../ui/button.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Shown once: afterwards only a new one can be made. */
export const KeyDialog = ({ apiKey, onClose }: { apiKey: string; onClose: () => void }) => (
  <Dialog
    open
    keep
    onOpenChange={(open) => !open && onClose()}
    title="Your API key"
    purpose="Send it as a Bearer token with every request."
    footer={
      <Button variant="signal" onClick={onClose}>
        I have stored it
      </Button>
    }
  >
    <div className="grid gap-4">
      <CopyRow label="API key" text={apiKey}>
        <div className="mono whole-key">{apiKey}</div>
      </CopyRow>
      <CopyRow label="Try it" text={trial(apiKey)}>
        <pre className="mono try-it">{trial(apiKey)}</pre>
      </CopyRow>
      <Notice kind="wait">
        This is the only time it is shown. If you lose it, create another and revoke this one.
      </Notice>
    </div>
  </Dialog>
)

const trial = (apiKey: string) => `curl ${location.origin}/api/v1/balances \\\n  -H "Authorization: Bearer ${apiKey}"`
