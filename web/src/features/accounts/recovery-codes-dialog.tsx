import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import * as t from './messages.ts'
import './setup-dialog.css'

/** Shown once: the server keeps only their hashes, so nothing but the buttons closes this. */
export const RecoveryCodesDialog = ({ codes, onClose }: { codes: string[]; onClose: () => void }) => {
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title={t.yourCodes}
      purpose={t.yourCodesPurpose}
      keep
      footer={
        <>
          <CopyButton text={text} label={t.codes}>
            {t.copy}
          </CopyButton>
          <Button icon={<Download className="ico" aria-hidden="true" />} onClick={() => save(text)}>
            {t.download}
          </Button>
          <Button variant="signal" onClick={onClose} data-autofocus>
            {t.codesSaved}
          </Button>
        </>
      }
    >
      <ul className="codes mono stack gap-y-0.5 gap-x-6" aria-label={t.codes}>
        {codes.map((code) => (
          <li className="text-base nowrap" key={code}>
            {code}
          </li>
        ))}
      </ul>
      <p className="small muted">{t.noWithdrawals}</p>
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
