import type { Till, TillDevice } from '@bitquay/contract/tills'
import { Pencil, Plus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { formatActivity, formatAgo, formatTime } from '../../lib/format-date.ts'
import { formatPrice } from '../../lib/format-price.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge, type BadgeShape } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { toast } from '../../ui/toast-store.ts'
import { AddCashierDialog, Cashiers } from './cashiers.tsx'
import { AddDeviceDialog, RevokeDeviceDialog } from './device-dialogs.tsx'
import { LimitDialog } from './limit-dialog.tsx'
import * as t from './messages.ts'
import { TillSheet } from './till-sheet.tsx'
import { useChangeTill, useUnlockDevice } from './use-tills.ts'

/** One till: today's sales, its devices, and what a manager can do with it. */
export const TillCard = ({ till, mayChange }: { till: Till; mayChange: boolean }) => {
  const [editing, setEditing] = useState(false)
  const [adding, setAdding] = useState(false)
  const [hiring, setHiring] = useState(false)
  const change = useChangeTill(till.id)
  const toggle = () =>
    change.mutate(
      { isActive: !till.isActive },
      { onError: (error) => toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.saveFailed) }) },
    )
  return (
    <Card
      title={till.name}
      aria-label={till.name}
      note={
        till.isActive ? <span className="mono small">/pos/{till.slug}</span> : <Badge shape="open">{t.closed}</Badge>
      }
    >
      <p className="till-facts flex wraps muted">
        <span>
          {t.today}: {t.todaySum({ count: till.today.sales })}, {formatPrice(till.today.total, till.currency)}
        </span>
        <span>{t.itemCount({ count: till.items.length })}</span>
      </p>
      <div className="stack gap-4">
        <section aria-label={t.devices}>
          <h3 className="strong">{t.devices}</h3>
          {till.devices.length === 0 ? (
            <p className="muted">{t.noDevices}</p>
          ) : (
            <ul className="till-devices stack">
              {till.devices.map((device) => (
                <DeviceRow key={device.id} till={till} device={device} mayChange={mayChange} />
              ))}
            </ul>
          )}
        </section>
        <Cashiers till={till} mayChange={mayChange} />
        {till.shifts.length > 0 && <Shifts till={till} />}
      </div>
      {mayChange && (
        <div className="till-acts flex wraps gap-2">
          <Button size="sm" icon={<Plus className="ico" aria-hidden="true" />} onClick={() => setAdding(true)}>
            {t.addDevice}
          </Button>
          <Button size="sm" icon={<UserPlus className="ico" aria-hidden="true" />} onClick={() => setHiring(true)}>
            {t.addCashier}
          </Button>
          <Button size="sm" icon={<Pencil className="ico" aria-hidden="true" />} onClick={() => setEditing(true)}>
            {t.editTill}
          </Button>
          <Button size="sm" variant="ghost" busy={change.isPending} onClick={toggle}>
            {till.isActive ? t.closeTill : t.openTill}
          </Button>
        </div>
      )}
      {editing && <TillSheet till={till} onClose={() => setEditing(false)} />}
      {hiring && <AddCashierDialog till={till} onClose={() => setHiring(false)} />}
      {adding && <AddDeviceDialog till={till} onClose={() => setAdding(false)} />}
    </Card>
  )
}

const Shifts = ({ till: { shifts, currency } }: { till: Till }) => (
  <section aria-label={t.shifts}>
    <h3 className="strong">{t.shifts}</h3>
    <ul className="till-devices stack">
      {shifts.map(({ cashier, openedAt, closedAt, sales, total }) => (
        <li className="across gap-3" key={openedAt}>
          <span className="fact flex between full gap-4">
            <span>
              {closedAt
                ? t.shiftClosed({ cashier, from: formatActivity(openedAt), to: formatTime(closedAt) })
                : t.shiftOpen({ cashier, from: formatActivity(openedAt) })}
            </span>
            <span>{t.shiftSum({ count: sales, total: formatPrice(total, currency) })}</span>
          </span>
        </li>
      ))}
    </ul>
  </section>
)

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
    <li className="across gap-3">
      <span className="what grow min-w-0">
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
