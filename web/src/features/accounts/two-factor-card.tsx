import type { merchantSecurity } from '@bitquay/contract/accounts.security'
import type { Answer } from '@bitquay/contract/call'
import type { Portal } from '@bitquay/contract/people'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { CodeDialog } from '../../frame/code-dialog.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SetupDialog } from './setup-dialog.tsx'
import { useDisableTwoFactor, useRenewRecoveryCodes, useSecurity, useSetupTwoFactor } from './use-security.ts'

type Setup = Answer<typeof merchantSecurity.setupTwoFactor>
const forWithdrawals = {
  on: t.onForWithdrawals,
  off: t.offForWithdrawals,
}
const sentences: Record<Portal, { on: string; off: string }> = {
  merchant: forWithdrawals,
  partner: forWithdrawals,
  admin: {
    on: t.onForAdmins,
    off: t.offForAdmins,
  },
}

type Asking = 'nothing' | 'disable' | 'renew'

/** Off, being set up, on; and the recovery codes that are shown exactly once. */
export const TwoFactorCard = ({ portal }: { portal: Portal }) => {
  const { data: security, isError } = useSecurity(portal)
  const setup = useSetupTwoFactor(portal)
  const disable = useDisableTwoFactor(portal)
  const renew = useRenewRecoveryCodes(portal)
  const [pending, setPending] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [asking, setAsking] = useState<Asking>('nothing')

  const begin = () =>
    setup.mutate(undefined, {
      onSuccess: setPending,
      onError: (error) =>
        toast({ kind: 'bad', title: t.setupFailedToast, description: messageOf(error, t.setupFailed) }),
    })
  const turnOff = (token: string) =>
    disable.mutate(token, {
      onSuccess: () => {
        setAsking('nothing')
        toast({ title: t.disabledToast, description: t.passwordOnly })
      },
      onError: (error) =>
        toast({ kind: 'bad', title: t.disableFailedToast, description: messageOf(error, t.invalidCode) }),
    })
  const renewCodes = (token: string) =>
    renew.mutate(token, {
      onSuccess: ({ recoveryCodes }) => {
        setAsking('nothing')
        setCodes(recoveryCodes)
      },
      onError: (error) =>
        toast({
          kind: 'bad',
          title: t.verificationFailedToast,
          description: messageOf(error, t.invalidCode),
        }),
    })

  return (
    <Card title={t.twoFactor} note={security && <State enabled={security.twoFactorEnabled} />} span={5}>
      {isError ? (
        <Notice kind="bad">{t.notLoaded}</Notice>
      ) : !security ? (
        <SkeletonLines lines={4} />
      ) : security.twoFactorEnabled ? (
        <div className="stack gap-4">
          <p className="muted">{sentences[portal].on}</p>
          <RecoveryCodesLeft left={security.recoveryCodesLeft} />
          <div className="flex wraps gap-2">
            <Button onClick={() => setAsking('renew')}>{t.newCodes}</Button>
            <Button
              variant="bad"
              icon={<ShieldOff className="ico" aria-hidden="true" />}
              onClick={() => setAsking('disable')}
            >
              {t.disable}
            </Button>
          </div>
        </div>
      ) : (
        <div className="stack gap-4">
          <p className="muted">{sentences[portal].off}</p>
          <div>
            <Button icon={<ShieldCheck className="ico" aria-hidden="true" />} busy={setup.isPending} onClick={begin}>
              {setup.isPending ? t.settingUp : t.enable}
            </Button>
          </div>
        </div>
      )}
      {pending && <SetupDialog portal={portal} setup={pending} onClose={() => setPending(null)} onEnabled={setCodes} />}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
      {asking === 'disable' && (
        <CodeDialog
          onClose={() => setAsking('nothing')}
          title={t.disable}
          purpose={t.disablePurpose}
          confirm={t.disable}
          confirming={t.disabling}
          bad
          busy={disable.isPending}
          onCode={turnOff}
        />
      )}
      {asking === 'renew' && (
        <CodeDialog
          onClose={() => setAsking('nothing')}
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

const State = ({ enabled }: { enabled: boolean }) =>
  enabled ? <Badge shape="solid">{t.enabled}</Badge> : <Badge shape="open">{t.disabled}</Badge>

const RecoveryCodesLeft = ({ left }: { left: number }) =>
  left > 3 ? (
    <p className="muted">{t.codesLeft({ count: left })}</p>
  ) : (
    <Notice kind="wait">{t.fewCodesLeft({ count: left })}</Notice>
  )
