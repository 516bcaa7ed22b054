import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import './setup-dialog.css'

/** Shown once: the server keeps only their hashes, so nothing but the buttons closes this. */
export const RecoveryCodesDialog = ({ codes, onClose }: { codes: string[]; onClose: () => void }) => {
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title="Your recovery codes"
      purpose="Each one signs you in once when your phone is not at hand. They are shown only now."
      keep
      footer={
        <>
          <CopyButton text={text} label="Recovery codes">
            Copy
          </CopyButton>
          <Button icon={<Download className="ico" aria-hidden="true" />} onClick={() => save(text)}>
            Download
          </Button>
          <Button variant="signal" onClick={onClose} data-autofocus>
            I have saved them
          </Button>
        </>
      }
    >
      <ul className="codes mono" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="small muted">A recovery code never authorises a withdrawal.</p>
    </Dialog>
  )
}

const save = (text: string) => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'bitquay-recovery-codes.txt'
  link.click()
  // The download reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}
