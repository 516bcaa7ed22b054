import { type ReactNode, useState } from 'react'
import { portalPaths } from '../../frame/portal-screens.ts'
import { useUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TwoFactorField } from '../../ui/two-factor-field.tsx'
import * as t from './messages.ts'

type Props = {
  title: string
  purpose: string
  action: string
  busy: boolean
  problem: string | undefined
  onConfirm: (code: string) => void
  onClose: () => void
  children?: ReactNode
}

/** What moves money, or lets a device move it, takes the person's 2FA code. */
export const CodeDialog = ({ title, purpose, action, busy, problem, onConfirm, onClose, children }: Props) => {
  const { twoFactorEnabled } = useUser()
  const [code, setCode] = useState('')
  return (
    <Dialog
      open
      keep={busy}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      purpose={purpose}
      onSubmit={() => onConfirm(code)}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" variant="signal" busy={busy} disabled={!twoFactorEnabled || code.length < 6}>
            {action}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {children}
        {twoFactorEnabled ? (
          <TwoFactorField label={t.code} value={code} onValueChange={setCode} hint={t.codeHint} error={problem} />
        ) : (
          <Notice kind="wait">
            <p>{t.codeNeeded}</p>
            <ButtonLink className="mt-3" size="sm" to={portalPaths.merchant.security}>
              {t.setUpCode}
            </ButtonLink>
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
