import type { Answer } from '@bitquay/contract/call'
import type { Portal } from '@bitquay/contract/people'
import type { merchantSecurity } from '@bitquay/contract/security'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast-store.ts'
import { CodeDialog } from './code-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SetupDialog } from './setup-dialog.tsx'
import { useDisableTwoFactor, useRenewRecoveryCodes, useSecurity, useSetupTwoFactor } from './use-security.ts'

type Setup = Answer<typeof merchantSecurity.setupTwoFactor>
const forWithdrawals = {
  on: 'Signing in and every withdrawal ask for a code from your authenticator app.',
  off: 'A code from an app on your phone, asked for at sign-in and for every withdrawal. Without it nothing can be withdrawn.',
}
const sentences: Record<Portal, { on: string; off: string }> = {
  merchant: forWithdrawals,
  partner: forWithdrawals,
  admin: {
    on: 'Signing in, and acts on money and people, ask for a code from your authenticator app.',
    off: 'A code from an app on your phone, asked for at sign-in. Acts on money and people need it.',
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
        toast({ kind: 'bad', title: '2FA Setup Failed', description: messageOf(error, 'Failed to setup 2FA') }),
    })
  const turnOff = (token: string) =>
    disable.mutate(token, {
      onSuccess: () => {
        setAsking('nothing')
        toast({ title: '2FA Disabled', description: 'Your account is protected by its password alone now.' })
      },
      onError: (error) =>
        toast({ kind: 'bad', title: '2FA Disable Failed', description: messageOf(error, 'Invalid verification code') }),
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
          title: '2FA Verification Failed',
          description: messageOf(error, 'Invalid verification code'),
        }),
    })

  return (
    <Card title="Two-Factor Authentication" note={security && <State enabled={security.twoFactorEnabled} />} span={5}>
      {isError ? (
        <Notice kind="bad">The state of your second factor could not be loaded.</Notice>
      ) : !security ? (
        <SkeletonLines lines={4} />
      ) : security.twoFactorEnabled ? (
        <div className="grid gap-4">
          <p className="muted">{sentences[portal].on}</p>
          <RecoveryCodesLeft left={security.recoveryCodesLeft} />
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setAsking('renew')}>New recovery codes</Button>
            <Button
              variant="bad"
              icon={<ShieldOff className="ico" aria-hidden="true" />}
              onClick={() => setAsking('disable')}
            >
              Disable 2FA
            </Button>
          </div>
        </div>
      ) : (
        <div className="grid gap-4">
          <p className="muted">{sentences[portal].off}</p>
          <div>
            <Button icon={<ShieldCheck className="ico" aria-hidden="true" />} busy={setup.isPending} onClick={begin}>
              {setup.isPending ? 'Setting up...' : 'Enable 2FA'}
            </Button>
          </div>
        </div>
      )}
      {pending && <SetupDialog portal={portal} setup={pending} onClose={() => setPending(null)} onEnabled={setCodes} />}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
      {asking === 'disable' && (
        <CodeDialog
          onClose={() => setAsking('nothing')}
          title="Disable 2FA"
          purpose="Enter a code from your authenticator app to turn the second factor off."
          action="Disable 2FA"
          busyAction="Disabling..."
          dangerous
          busy={disable.isPending}
          onCode={turnOff}
        />
      )}
      {asking === 'renew' && (
        <CodeDialog
          onClose={() => setAsking('nothing')}
          title="New recovery codes"
          purpose="Ten new codes replace the old ones, which stop working at once."
          action="Make new codes"
          busyAction="Making new codes..."
          busy={renew.isPending}
          onCode={renewCodes}
        />
      )}
    </Card>
  )
}

const State = ({ enabled }: { enabled: boolean }) =>
  enabled ? <Badge shape="solid">Enabled</Badge> : <Badge shape="open">Disabled</Badge>

const RecoveryCodesLeft = ({ left }: { left: number }) =>
  left > 3 ? (
    <p className="muted">{left} recovery codes left, for the day your phone is not at hand.</p>
  ) : (
    <Notice kind="wait">
      {left === 0 ? 'No recovery codes left.' : `Only ${left} recovery code${left === 1 ? '' : 's'} left.`} Make new
      ones while you still have your phone.
    </Notice>
  )
