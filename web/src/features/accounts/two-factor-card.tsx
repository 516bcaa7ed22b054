import type { merchantSecurity } from '@bitquay/contract/accounts.security'
import type { Answer } from '@bitquay/contract/call'
import type { Portal } from '@bitquay/contract/people'
import { ShieldCheck, ShieldOff, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast-store.ts'
import { DisableDialog } from './disable-dialog.tsx'
import * as t from './messages.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SetupDialog } from './setup-dialog.tsx'
import './two-factor-card.css'
import { useDisableTwoFactor, useSecurity, useSetupTwoFactor } from './use-security.ts'

type Setup = Answer<typeof merchantSecurity.setupTwoFactor>
const forWithdrawals = {
  on: t.onForWithdrawals,
  off: t.offForWithdrawals,
  without: t.withoutForWithdrawals,
}
const sentences: Record<Portal, { on: string; off: string; without: string }> = {
  merchant: forWithdrawals,
  partner: forWithdrawals,
  admin: {
    on: t.onForAdmins,
    off: t.offForAdmins,
    without: t.withoutForAdmins,
  },
}

/** Until it is on, it comes first. The recovery codes of a set-up are shown exactly once. */
export const TwoFactorCard = ({ portal }: { portal: Portal }) => {
  const { data: security, isError } = useSecurity(portal)
  const setup = useSetupTwoFactor(portal)
  const disable = useDisableTwoFactor(portal)
  const [pending, setPending] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [asking, setAsking] = useState(false)

  const begin = () =>
    setup.mutate(undefined, {
      onSuccess: setPending,
      onError: (error) =>
        toast({ kind: 'bad', title: t.setupFailedToast, description: messageOf(error, t.setupFailed) }),
    })
  const turnOff = (token: string) =>
    disable.mutate(token, {
      onSuccess: () => {
        setAsking(false)
        toast({ title: t.disabledToast, description: t.passwordOnly })
      },
      onError: (error) =>
        toast({ kind: 'bad', title: t.disableFailedToast, description: messageOf(error, t.invalidCode) }),
    })
  return (
    <>
      {isError ? (
        <Card title={t.twoFactor}>
          <Notice kind="bad">{t.notLoaded}</Notice>
        </Card>
      ) : !security ? (
        <Card title={t.twoFactor}>
          <SkeletonLines lines={4} />
        </Card>
      ) : security.twoFactorEnabled ? (
        <Card title={t.twoFactor} note={<Badge shape="solid">{t.isOn}</Badge>} aria-label={t.twoFactor} bare>
          <ul className="rows mt-3 ruled">
            <li className="auto-rest-auto">
              <Smartphone className="ico muted" aria-hidden="true" />
              <div className="min-w-0">
                <div className="strong">{t.authenticator}</div>
                <div className="small muted">{sentences[portal].on}</div>
              </div>
            </li>
            <li className="auto-rest-auto">
              <ShieldOff className="ico muted" aria-hidden="true" />
              <div className="min-w-0">
                <div className="strong">{t.turnOff}</div>
                <div className="small muted">{sentences[portal].without}</div>
              </div>
              <Button size="sm" variant="bad" onClick={() => setAsking(true)}>
                {t.disable}
              </Button>
            </li>
          </ul>
        </Card>
      ) : (
        <section className="card c12 turn-on stack" aria-label={t.twoFactor}>
          <div className="pad">
            <span className="stencil">{t.doFirst}</span>
            <h2 className="hull text-2xl mt-1">{t.turnOn}</h2>
            <p className="muted mt-1">{sentences[portal].off}</p>
            <ol className="stack gap-2 mt-4 mb-4">
              {[t.stepInstall, t.stepScan, t.stepSave].map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <Button
              variant="signal"
              icon={<ShieldCheck className="ico" aria-hidden="true" />}
              busy={setup.isPending}
              onClick={begin}
            >
              {setup.isPending ? t.settingUp : t.enable}
            </Button>
          </div>
          <PhoneOnQuay />
        </section>
      )}
      {pending && <SetupDialog portal={portal} setup={pending} onClose={() => setPending(null)} onEnabled={setCodes} />}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
      {asking && <DisableDialog busy={disable.isPending} onClose={() => setAsking(false)} onCode={turnOff} />}
    </>
  )
}

const PhoneOnQuay = () => (
  <svg className="only-desk" viewBox="0 0 200 190" aria-hidden="true">
    <path className="sun" d="M104 160a46 46 0 0 1 92 0z" />
    <path className="i f" d="M62 22h76a8 8 0 0 1 8 8v130H54V30a8 8 0 0 1 8-8z" />
    <path className="s" d="M88 34h24" fill="none" />
    <path className="i" strokeDasharray="4 3" fill="none" d="M66 84h18v26H66zM89 84h18v26H89zM112 84h18v26H112z" />
    <path className="rope" fill="none" d="M54 128C20 128 8 150 22 160" />
    <path className="i quayline" fill="none" d="M4 160h192" />
    <path className="wall" d="M4 161h124v22H4z" />
  </svg>
)
