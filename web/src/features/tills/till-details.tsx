import type { Till } from '@bitquay/contract/tills'
import { Pencil, TabletSmartphone } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { formatActivity, formatTime } from '../../lib/format-date.ts'
import { formatPrice } from '../../lib/format-price.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Cashiers } from './cashiers.tsx'
import { ItemTable } from './item-table.tsx'
import * as t from './messages.ts'
import { ReceiptCard } from './receipt-card.tsx'
import { TaxCard } from './tax-card.tsx'
import { TillSheet } from './till-sheet.tsx'
import { useAddDevice, useChangeTill, useTaxRates } from './use-tills.ts'

/** One till: how it is opened, what it sells, and who uses it. */
export const TillDetails = ({ till, mayChange }: { till: Till; mayChange: boolean }) => {
  const { data: rates = [] } = useTaxRates()
  return (
    <>
      <TillHead till={till} mayChange={mayChange} />
      <ItemTable till={till} rates={rates} mayChange={mayChange} />
      <div className="till-halves stack gap-4">
        <div className="column gap-4">
          <Cashiers till={till} mayChange={mayChange} />
          {till.shifts.length > 0 && <Shifts till={till} />}
        </div>
        <div className="column gap-4">
          <TaxCard till={till} rates={rates} mayChange={mayChange} />
          <ReceiptCard till={till} mayChange={mayChange} />
        </div>
      </div>
    </>
  )
}

const TillHead = ({ till, mayChange }: { till: Till; mayChange: boolean }) => {
  const [editing, setEditing] = useState(false)
  const change = useChangeTill(till.id)
  const fail = (fallback: string) => (error: unknown) =>
    toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, fallback) })
  return (
    <Card>
      <div className="cluster between gap-4">
        <div className="min-w-0">
          <h2 className="hull text-xl">{till.name}</h2>
          <span className="small muted breaks">{till.url.replace(/^https?:\/\//, '')}</span>
        </div>
        <Badge shape={till.isActive ? 'solid' : 'open'}>{till.isActive ? t.open : t.closed}</Badge>
        {mayChange && (
          <span className="cluster gap-2">
            <Button
              variant="ghost"
              busy={change.isPending}
              onClick={() => change.mutate({ isActive: !till.isActive }, { onError: fail(t.saveFailed) })}
            >
              {till.isActive ? t.closeTill : t.openTill}
            </Button>
            <Button icon={<Pencil className="ico" aria-hidden="true" />} onClick={() => setEditing(true)}>
              {t.editTill}
            </Button>
            {till.isActive && <OpenHere till={till} onError={fail(t.deviceFailed)} />}
          </span>
        )}
      </div>
      {editing && <TillSheet till={till} onClose={() => setEditing(false)} />}
    </Card>
  )
}

/** Opens the till in this browser, which becomes one of its devices unless it is one already. */
const OpenHere = ({ till, onError }: { till: Till; onError: (error: unknown) => void }) => {
  const add = useAddDevice(till.id)
  const [opening, setOpening] = useState(false)
  const open = async () => {
    setOpening(true)
    try {
      const known = await fetch(`/api/pos/${till.slug}`, { headers: { accept: 'application/json' } })
      const link = known.ok ? till.url : (await add.mutateAsync({ name: t.thisDevice })).link
      location.assign(new URL(link).pathname + new URL(link).search)
    } catch (error) {
      onError(error)
      setOpening(false)
    }
  }
  return (
    <Button
      variant="signal"
      icon={<TabletSmartphone className="ico" aria-hidden="true" />}
      busy={opening}
      onClick={() => void open()}
    >
      {t.openHere}
    </Button>
  )
}

const Shifts = ({ till: { shifts, currency } }: { till: Till }) => (
  <Card title={t.shifts} aria-label={t.shifts}>
    <ul className="till-devices stack">
      {shifts.map(({ cashier, openedAt, closedAt, sales, total }) => (
        <li className="across gap-3" key={openedAt}>
          <span className="fact flex between full gap-4">
            <span>
              {closedAt
                ? t.shiftClosed({ cashier, from: formatActivity(openedAt), to: formatTime(closedAt) })
                : t.shiftOpen({ cashier, from: formatActivity(openedAt) })}
            </span>
            <span className="nowrap">{t.shiftSum({ count: sales, total: formatPrice(total, currency) })}</span>
          </span>
        </li>
      ))}
    </ul>
  </Card>
)
