import type { NoticeKind, NoticeSetting } from '@bitquay/contract/notifications'
import { messageOf } from '../../lib/api-error.ts'
import { useUser } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import './settings-card.css'
import { useChangeNoticeSettings, useNoticeSettings } from './use-notices.ts'

/** What this person is notified of, by email and in the bell. Each choice takes effect at once. */
export const SettingsCard = ({ isTitled = false }: { isTitled?: boolean }) => {
  const title = isTitled ? { title: t.settings } : {}
  const { data: settings, isError, isFetching, refetch } = useNoticeSettings()
  if (!settings) {
    return (
      <Card {...title}>
        {isError ? (
          <LoadError title={t.settingsFailed} reading={{ isFetching, refetch }} />
        ) : (
          <SkeletonLines lines={4} />
        )}
      </Card>
    )
  }
  return (
    <Card {...title}>
      <div className="notice-settings stack gap-4.5">
        <div className="small quiet heads stack middle" aria-hidden="true">
          <span>{t.email}</span>
          <span>{t.inApp}</span>
        </div>
        {settings.map((setting) => (
          <SettingRow key={setting.kind} setting={setting} />
        ))}
      </div>
    </Card>
  )
}

const SettingRow = ({ setting }: { setting: NoticeSetting }) => {
  const { type } = useUser()
  const { mutate } = useChangeNoticeSettings()
  const { name, hint } = describeKind(setting.kind, type === 'partner')
  const change = (wanted: { email: boolean } | { bell: boolean }) =>
    mutate(
      { kind: setting.kind, ...wanted },
      {
        onError: (error) =>
          toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.settingFailed) }),
      },
    )
  return (
    <div className="row stack middle">
      <div>
        <div className="strong">{name}</div>
        <div className="small quiet">{hint}</div>
        {setting.emailAlways && <div className="small quiet">{t.emailAlways}</div>}
      </div>
      <Switch
        label={t.switchName({ kind: name, way: t.email })}
        checked={setting.email}
        disabled={setting.emailAlways}
        onChange={(email) => change({ email })}
      />
      <Switch
        label={t.switchName({ kind: name, way: t.inApp })}
        checked={setting.bell}
        onChange={(bell) => change({ bell })}
      />
    </div>
  )
}

const describeKind = (kind: NoticeKind, isPartner: boolean) => {
  const ofPartner = isPartner ? partnerKinds[kind] : undefined
  return { ...kinds[kind], ...ofPartner }
}

const kinds: Record<NoticeKind, { name: string; hint: string }> = {
  'payment-received': { name: t.paymentReceived, hint: t.paymentReceivedHint },
  'refund-claimed': { name: t.refundClaimed, hint: t.refundClaimedHint },
  'payout-sent': { name: t.withdrawalSent, hint: t.payoutSentHint },
  'needs-attention': { name: t.needsAttention, hint: t.needsAttentionHint },
}

const partnerKinds: Partial<Record<NoticeKind, { name?: string; hint?: string }>> = {
  'payout-sent': { name: t.payoutSent },
  'needs-attention': { hint: t.payoutFailedHint },
}
