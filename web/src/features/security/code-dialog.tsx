import { totpCode } from '@bitquay/contract/scalars'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TwoFactorField } from '../../ui/two-factor-field.tsx'

type CodeDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  purpose: string
  action: string
  busyAction: string
  dangerous?: boolean
  busy: boolean
  onCode: (code: string) => void
}

/** Asks for one code from the authenticator app before something is done. */
export const CodeDialog = ({
  open,
  onClose,
  title,
  purpose,
  action,
  busyAction,
  dangerous,
  busy,
  onCode,
}: CodeDialogProps) => {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  useEffect(() => {
    if (open) return
    setCode('')
    setError(undefined)
  }, [open])
  const submit = () => {
    const checked = totpCode.safeParse(code)
    setError(checked.error?.issues[0]?.message)
    if (checked.success) onCode(checked.data)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      title={title}
      purpose={purpose}
      keep={busy}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={dangerous ? 'bad' : 'signal'} busy={busy}>
            {busy ? busyAction : action}
          </Button>
        </>
      }
    >
      <TwoFactorField
        label="2FA code"
        value={code}
        error={error}
        data-autofocus
        onValueChange={(value) => {
          setCode(value)
          setError(undefined)
        }}
      />
    </Dialog>
  )
}
