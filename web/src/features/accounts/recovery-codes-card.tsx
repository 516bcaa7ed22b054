import type { Portal } from '@bitquay/contract/people'
import { useState } from 'react'
import { CodeDialog } from '../../frame/code-dialog.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { useRenewRecoveryCodes, useSecurity } from './use-security.ts'

const few = 3
const all = 10

/** How many are left, and new ones. They are shown exactly once. */
export const RecoveryCodesCard = ({ portal }: { portal: Portal }) => {
  const { data: security } = useSecurity(portal)
  const renew = useRenewRecoveryCodes(portal)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [asking, setAsking] = useState(false)
  const renewCodes = (token: string) =>
    renew.mutate(token, {
      onSuccess: ({ recoveryCodes }) => {
        setAsking(false)
        setCodes(recoveryCodes)
      },
      onError: (error) =>
        toast({
          kind: 'bad',
          title: t.verificationFailedToast,
          description: messageOf(error, t.invalidCode),
        }),
    })
  if (!security) return null
  const { twoFactorEnabled, recoveryCodesLeft: left } = security
  return (
    <Card
      title={t.codes}
      aria-label={t.codes}
      note={
        twoFactorEnabled && (
          <Badge shape={left > few ? 'solid' : 'open'}>{t.leftOf({ left: String(left), all: String(all) })}</Badge>
        )
      }
    >
      <div className="stack gap-4">
        {!twoFactorEnabled && <p className="muted">{t.codesWhenOn}</p>}
        {twoFactorEnabled &&
          (left > few ? (
            <p className="muted">{t.codesLeft({ count: left })}</p>
          ) : (
            <Notice kind="wait">{t.fewCodesLeft({ count: left })}</Notice>
          ))}
        <p className="small quiet">{t.noWithdrawals}</p>
        {twoFactorEnabled && (
          <div>
            <Button onClick={() => setAsking(true)}>{t.newCodes}</Button>
          </div>
        )}
      </div>
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
      {asking && (
        <CodeDialog
          onClose={() => setAsking(false)}
          title={t.newCodes}
          purpose={t.newCodesPurpose}
          confirm={t.createCodes}
          confirming={t.creatingCodes}
          busy={renew.isPending}
          onCode={renewCodes}
        />
      )}
    </Card>
  )
}
