import type { Till, TillDevice } from '@bitquay/contract/tills'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { formatAgo } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge, type BadgeShape } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { toast } from '../../ui/toast-store.ts'
import { AddDeviceDialog, RevokeDeviceDialog } from './device-dialogs.tsx'
import { LimitDialog } from './limit-dialog.tsx'
import * as t from './messages.ts'
import { SetupCard } from './setup-card.tsx'
import { useUnlockDevice } from './use-tills.ts'

/** The phones and tablets that run the till. */
export const DevicesCard = ({ till, mayChange }: { till: Till; mayChange: boolean }) => {
  const [adding, setAdding] = useState(false)
  return (
    <SetupCard
      title={t.devices}
      add={t.addDevice}
      onAdd={mayChange ? () => setAdding(true) : undefined}
      empty={t.noDevices}
      rows={till.devices.map((device) => (
        <DeviceRow key={device.id} till={till} device={device} mayChange={mayChange} />
      ))}
    >
      {adding && <AddDeviceDialog till={till} onClose={() => setAdding(false)} />}
    </SetupCard>
  )
}

const states: Record<TillDevice['status'], { shape: BadgeShape; word: string }> = {
  waiting: { shape: 'dashed', word: t.waiting },
  expired: { shape: 'open', word: t.linkExpired },
  active: { shape: 'solid', word: t.active },
  revoked: { shape: 'crossed', word: t.revoked },
}

const DeviceRow = ({ till, device, mayChange }: { till: Till; device: TillDevice; mayChange: boolean }) => {
  const [revoking, setRevoking] = useState(false)
  const [limiting, setLimiting] = useState(false)
  const unlock = useUnlockDevice(till.id, device.id)
  const now = useNow(30_000)
  const { shape, word } = states[device.status]
  const isLive = device.status === 'active' || device.status === 'waiting'
  return (
    <li className="cluster between gap-3">
      <span className="what full">
        <b>{device.name}</b>
        <small className="block tiny quiet">
          {device.lastUsedAt
            ? t.lastUsed({ ago: formatAgo(device.lastUsedAt, now), address: device.lastUsedFrom ?? '' })
            : t.notOpened}
        </small>
        {device.status === 'active' && (
          <small className="block tiny quiet">
            {Number(device.dailyRefundLimitUsd) > 0
              ? t.refundLimit({ amount: formatUsd(device.dailyRefundLimitUsd) })
              : t.noRefundLimit}{' '}
            {mayChange && (
              <button type="button" className="link" onClick={() => setLimiting(true)}>
                {t.changeLimit}
              </button>
            )}
          </small>
        )}
      </span>
      {device.refundsLocked && isLive ? (
        <Badge shape="crossed">{t.refundsLocked}</Badge>
      ) : (
        <Badge shape={shape}>{word}</Badge>
      )}
      {mayChange && isLive && device.refundsLocked && (
        <Button
          size="sm"
          aria-label={t.unlockOne({ name: device.name })}
          busy={unlock.isPending}
          onClick={() =>
            unlock.mutate(undefined, {
              onError: (error) =>
                toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.unlockFailed) }),
            })
          }
        >
          {t.unlock}
        </Button>
      )}
      {mayChange && isLive && (
        <Button size="sm" aria-label={t.revokeOne({ name: device.name })} onClick={() => setRevoking(true)}>
          {t.revoke}
        </Button>
      )}
      {limiting && <LimitDialog till={till} device={device} onClose={() => setLimiting(false)} />}
      {revoking && <RevokeDeviceDialog till={till} device={device} onClose={() => setRevoking(false)} />}
    </li>
  )
}
